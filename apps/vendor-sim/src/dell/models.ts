function model(lob: string, number: string, slug: string, family: string) {
  return { name: `${lob} ${number}`, slug, lob, family };
}
export type Model = ReturnType<typeof model>;

export const SWITCH: Model = {
  name: 'Networking N1548P',
  slug: 'networking-n1500-series',
  lob: 'Dell Networking',
  family: 'N1500 Series',
};

export const LAPTOP = model('Latitude', '5440', 'latitude-14-5440-laptop', '5000 Series');
export const SERVER = model('PowerEdge', 'R750', 'poweredge-r750', 'Rack Servers');

export const MODELS: readonly [Model, ...Model[]] = [
  LAPTOP,
  model('Latitude', '7430', 'latitude-14-7430-laptop', '7000 Series'),
  model('Latitude', '3520', 'latitude-15-3520-laptop', '3000 Series'),
  model('Latitude', '9440', 'latitude-14-9440-2-in-1-laptop', '9000 Series'),
  model('OptiPlex', '7010', 'optiplex-7010-desktop', '7000 Series'),
  model('OptiPlex', '3080', 'optiplex-3080-desktop', '3000 Series'),
  model('OptiPlex', '7490 All-in-One', 'optiplex-7490-aio', 'All-in-One'),
  model('Precision', '5570', 'precision-15-5570-laptop', '5000 Series'),
  model('Precision', '3660 Tower', 'precision-3660-workstation', 'Towers'),
  model('XPS', '13 9315', 'xps-13-9315-laptop', 'XPS 13'),
  model('Inspiron', '15 3520', 'inspiron-15-3520-laptop', '3000 Series'),
  model('Vostro', '3510', 'vostro-15-3510-laptop', '3000 Series'),
  SERVER,
  model('PowerEdge', 'T350', 'poweredge-t350', 'Tower Servers'),
  model('PowerVault', 'ME5024', 'powervault-me5024', 'ME5 Series'),
  SWITCH,
];
