// Services as they appear in entitlements. The texts are assigned to codes arbitrarily; only D, DL, PJ and PR are known to
// mean something other than hardware coverage.

const LONG_TEXT = [
  'ProSupport Plus for Infrastructure with Mission Critical Four Hour Seven by Twenty Four Onsite Service',
  'including Non-Standard Support Partner Coordination, Extended Business Day Hours and Parts Only Depot Return /',
  'ProSupport Plus pour Infrastructure, intervention sur site en quatre heures, sept jours sur sept, pièces',
  'et main-d’œuvre comprises, hors week-ends et jours fériés locaux pour les composants non critiques',
].join(' ');

export type ServiceName = keyof typeof SERVICES;

function service(code: string, group: number, text: string, sku: string) {
  return { code, group, text, sku };
}

export const SERVICES = {
  onsite: service('ND', 5, 'Next Business Day Onsite Service After Remote Diagnosis', '00101'),
  proSupport: service('NU', 5, 'ProSupport Next Business Day Onsite', '00102'),
  collect: service('CB', 5, 'Collect and Return Hardware Service', '00103'),
  proSupportPlus: service('PQ', 8, 'ProSupport Plus Next Business Day Onsite', '00104'),
  lifetime: service('LT', 5, 'Limited Lifetime Hardware Warranty', '00105'),
  longText: service('PS', 8, LONG_TEXT, '00106'),
  digital: service('D', 11, 'Dell Digital Delivery', '00201'),
  digitalDownload: service('DL', 11, 'Digital Delivery, Software Download', '00202'),
  keepDrive: service('KK', 8, 'Keep Your Hard Drive', '00203'),
  accidental: service('AD', 8, 'Accidental Damage Service', '00204'),
  completeCare: service('CC', 5, 'Complete Care / Accidental Damage Protection', '00205'),
  deployment: service('PJ', 11, 'Basic Deployment', '00206'),
  installation: service('PR', 5, 'Remote Installation', '00207'),
};
