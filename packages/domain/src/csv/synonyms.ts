import type { MappedField } from '@warranty/contracts/field-mapping';

/** Synonyms of a header, best first. Data only; the rules are in mapping.ts. */
export interface Names {
  names: readonly string[];
  /** Too common to match inside a longer header. */
  exactly?: readonly string[];
}

export type PlainField = Exclude<MappedField, 'modelNumber' | 'serviceTag' | 'deviceModel'>;

export const serviceTagNames: Names = {
  names: ['Service Tag', 'Dell Service Tag', 'Service Tag Number', 'Dell Tag', 'Tag de service'],
};

export const serialNames: Names = {
  names: [
    ...serviceTagNames.names,
    ...['Serial Number', 'Serial', 'Serial No', 'Serial Num', 'S/N', 'SN', 'Identifying Number'],
    ...['Numéro de série', 'N° de série', 'No de série', 'N° série', 'Numéro série', 'Seriennummer'],
    ...['Serien-Nr', 'Número de serie', 'N.º de serie', 'Numero di serie', 'Serienummer'],
    ...['Express Service Code'],
  ],
};

/** Usually a company's own label, so the values must look like service tags. */
export const assetTagNames: Names = {
  names: ['Asset Tag', 'Asset Number', 'Asset No', 'Inventory Number', "Numéro d'inventaire"],
  exactly: ['Tag', 'Asset', 'Asset ID'],
};

/** Vendors cannot look up a model. It only identifies the row, and often the manufacturer. */
export const modelNames: Names = {
  names: [
    ...['Model Number', 'Model No', 'Model', 'Modèle', 'Modell', 'Modelo', 'Modello'],
    ...['Part Number', 'Product Number', 'SKU', 'System SKU'],
  ],
  exactly: ['PN', 'P/N', 'Product'],
};

export const deviceModelNames: Names = {
  names: [
    ...[
      'Model',
      'Model Name',
      'Device Model',
      'Computer Model',
      'System Model',
      'Modèle',
      'Modell',
      'Modelo',
    ],
    ...['Modello', 'Product Name', 'Model Number', 'Model No', 'Part Number', 'Product Number', 'SKU'],
    ...['System SKU'],
  ],
  exactly: ['Product', 'PN', 'P/N'],
};

/** In most inventories these mean the reseller, so the values must be manufacturers. */
export const resellerNames: Names = {
  names: ['Vendor', 'Supplier', 'Fournisseur', 'Lieferant', 'Proveedor', 'Fornitore'],
};

export const fieldNames: Record<PlainField, Names> = {
  manufacturer: {
    names: [
      ...[
        'Manufacturer',
        'Manufacturer Name',
        'Manufacturers',
        'Make',
        'Brand',
        'Maker',
        'OEM',
        'Mfr',
        'Mfg',
      ],
      ...[
        'Fabricant',
        'Marque',
        'Constructeur',
        'Hersteller',
        'Fabricante',
        'Marca',
        'Produttore',
        'Fabrikant',
      ],
      ...['Merk'],
    ],
  },
  endDate: {
    names: [
      ...['Warranty End Date', 'Warranty End', 'Warranty Expiration Date', 'Warranty Expiration'],
      ...[
        'Warranty Expiry Date',
        'Warranty Expiry',
        'Warranty Expires',
        'Warranty Expire',
        'End of Warranty',
      ],
      ...['Warranty Until', 'Warranty Date', 'Coverage End', 'Support End', 'Support Expiration', 'End Date'],
      ...[
        'Expiration Date',
        'Expiry Date',
        "Date d'expiration de la garantie",
        "Date d'expiration de garantie",
      ],
      ...[
        'Date de fin de garantie',
        'Fin de garantie',
        'Expiration garantie',
        "Date d'expiration",
        'Garantieende',
      ],
      ...[
        'Garantie bis',
        'Garantieablauf',
        'Fin de garantía',
        'Vencimiento de garantía',
        'Scadenza garanzia',
      ],
      ...['Expiration', 'Expiry', 'Expires'],
    ],
    exactly: ['End'],
  },
  startDate: {
    names: [
      ...[
        'Warranty Start Date',
        'Warranty Start',
        'Start Date of Warranty',
        'Warranty Begin',
        'Warranty From',
      ],
      ...['Coverage Start', 'Support Start', 'Start Date', 'Date de début de garantie', 'Début de garantie'],
      ...['Date de début', 'Garantiebeginn', 'Garantie ab', 'Inicio de garantía', 'Inizio garanzia'],
      ...['Install Date', 'Installation Date', 'Installed Date', "Date d'installation"],
    ],
    exactly: ['Start', 'Installed'],
  },
  purchaseDate: {
    names: [
      ...['Purchase Date', 'Date of Purchase', 'Purchased Date', 'Date Purchased', 'Purchased On'],
      ...['Acquisition Date', 'Date Acquired', "Date d'achat", "Date d'acquisition", 'Kaufdatum'],
      ...['Anschaffungsdatum', 'Fecha de compra', 'Data di acquisto', 'Aankoopdatum'],
      ...['Order Date', 'Date Ordered', 'PO Date', 'Invoice Date', 'Date de commande', 'Bestelldatum'],
    ],
    exactly: ['Purchased', 'Purchase', 'Acquired', 'Bought', 'Ordered'],
  },
  shipDate: {
    names: [
      ...['Ship Date', 'Shipping Date', 'Shipped Date', 'Date Shipped', 'Shipment Date', "Date d'expédition"],
      ...['Versanddatum', 'Build Date', 'Manufacture Date', 'Manufactured Date', 'Manufacturing Date'],
      ...['Date of Manufacture', 'Delivery Date', 'Date of Delivery', 'Date de livraison', 'Lieferdatum'],
      ...['Date de réception', 'Date réception'],
    ],
    exactly: ['Shipped', 'Delivered'],
  },
  serviceLevel: {
    names: [
      ...['Service Level', 'Service Level Description', 'Support Level', 'Warranty Level', 'Warranty Type'],
      ...['Coverage', 'Coverage Type', 'Coverage Level', 'Entitlement', 'Entitlement Type', 'Service Plan'],
      ...['Support Plan', 'Niveau de service', 'Niveau de support', 'Type de garantie', 'Servicelevel'],
    ],
    exactly: ['SLA', 'Support'],
  },
  warranty: {
    names: ['Warranty Status', 'Warranty State', 'Coverage Status', 'Support Status', 'Statut de garantie'],
    exactly: [
      'Warranty',
      'Under Warranty',
      'In Warranty',
      'Garantie',
      'Garantiestatus',
      'Garantía',
      'Garanzia',
    ],
  },
  productCode: { names: ['Product Code', 'Product ID', 'Code produit', 'Produktcode'] },
  systemDescription: {
    names: [
      ...['System Description', 'Product Description', 'Device Description', 'Hardware Description'],
      ...['Item Description', 'Asset Description', 'Model Description'],
    ],
    exactly: ['Description', 'Désignation', 'Beschreibung', 'Descripción', 'Descrizione'],
  },
};

/** Date headers with one of these words are about something else: a lease, a person, the inventory system itself. */
export const otherDates: readonly string[] = [
  ...[
    'lease',
    'loan',
    'license',
    'licence',
    'subscription',
    'certificate',
    'password',
    'account',
    'contract',
  ],
  ...['user', 'employee', 'employment', 'eol', 'life', 'sale', 'last', 'seen', 'enrolled', 'enrollment'],
  ...[
    'created',
    'updated',
    'modified',
    'login',
    'logon',
    'boot',
    'restart',
    'audit',
    'scan',
    'sync',
    'backup',
  ],
  ...['checkin', 'checkout', 'project', 'compliance', 'grace', 'patch', 'dernière', 'bail'],
];

/** Next to "warranty", these words mean its duration, price or provider. */
export const nonStatusWords: readonly string[] = [
  ...[
    'month',
    'months',
    'year',
    'years',
    'duration',
    'term',
    'period',
    'length',
    'cost',
    'price',
    'provider',
  ],
  ...['durée', 'mois', 'dauer', 'monate'],
];

/** A header with one of these words is a date, even if its cells are still blank. */
export const dateWords: readonly string[] = [
  ...['date', 'end', 'ends', 'start', 'starts', 'begin', 'until', 'expiry', 'expires', 'expiration'],
];
