import type { MappedField } from '@warranty/contracts/field-mapping';
import { list } from '../list.ts';

/** Synonyms of a header, best first. Data only; the rules are in mapping.ts. */
export interface Names {
  names: readonly string[];
  /** Too common to match inside a longer header. */
  exactly?: readonly string[];
}

export type PlainField = Exclude<MappedField, 'modelNumber' | 'serviceTag' | 'deviceModel'>;

export const serviceTagNames: Names = {
  names: list('Service Tag, Dell Service Tag, Service Tag Number, Dell Tag, Tag de service'),
};

export const serialNames: Names = {
  names: [
    ...serviceTagNames.names,
    ...list(`
      Serial Number, Serial, Serial No, Serial Num, S/N, SN, Identifying Number, Numéro de série, N° de série,
      No de série, N° série, Numéro série, Seriennummer, Serien-Nr, Número de serie, N.º de serie,
      Numero di serie, Serienummer, Express Service Code
    `),
  ],
};

/** Usually a company's own label, so the values must look like service tags. */
export const assetTagNames: Names = {
  names: list("Asset Tag, Asset Number, Asset No, Inventory Number, Numéro d'inventaire"),
  exactly: list('Tag, Asset, Asset ID'),
};

/** Vendors cannot look up a model. It only identifies the row, and often the manufacturer. */
export const modelNames: Names = {
  names: list(`
    Model Number, Model No, Model, Modèle, Modell, Modelo, Modello, Part Number, Product Number, SKU,
    System SKU
  `),
  exactly: list('PN, P/N, Product'),
};

export const deviceModelNames: Names = {
  names: list(`
    Model, Model Name, Device Model, Computer Model, System Model, Modèle, Modell, Modelo, Modello,
    Product Name, Model Number, Model No, Part Number, Product Number, SKU, System SKU
  `),
  exactly: list('Product, PN, P/N'),
};

/** In most inventories these mean the reseller, so the values must be manufacturers. */
export const resellerNames: Names = {
  names: list('Vendor, Supplier, Fournisseur, Lieferant, Proveedor, Fornitore'),
};

export const fieldNames: Record<PlainField, Names> = {
  manufacturer: {
    names: list(`
      Manufacturer, Manufacturer Name, Manufacturers, Make, Brand, Maker, OEM, Mfr, Mfg, Fabricant, Marque,
      Constructeur, Hersteller, Fabricante, Marca, Produttore, Fabrikant, Merk
    `),
  },
  endDate: {
    names: list(`
      Warranty End Date, Warranty End, Warranty Expiration Date, Warranty Expiration, Warranty Expiry Date,
      Warranty Expiry, Warranty Expires, Warranty Expire, End of Warranty, Warranty Until, Warranty Date,
      Coverage End, Support End, Support Expiration, End Date, Expiration Date, Expiry Date,
      Date d'expiration de la garantie, Date d'expiration de garantie, Date de fin de garantie,
      Fin de garantie, Expiration garantie, Date d'expiration, Garantieende, Garantie bis, Garantieablauf,
      Fin de garantía, Vencimiento de garantía, Scadenza garanzia, Expiration, Expiry, Expires
    `),
    exactly: list('End'),
  },
  startDate: {
    names: list(`
      Warranty Start Date, Warranty Start, Start Date of Warranty, Warranty Begin, Warranty From,
      Coverage Start, Support Start, Start Date, Date de début de garantie, Début de garantie,
      Date de début, Garantiebeginn, Garantie ab, Inicio de garantía, Inizio garanzia, Install Date,
      Installation Date, Installed Date, Date d'installation
    `),
    exactly: list('Start, Installed'),
  },
  purchaseDate: {
    names: list(`
      Purchase Date, Date of Purchase, Purchased Date, Date Purchased, Purchased On, Acquisition Date,
      Date Acquired, Date d'achat, Date d'acquisition, Kaufdatum, Anschaffungsdatum, Fecha de compra,
      Data di acquisto, Aankoopdatum, Order Date, Date Ordered, PO Date, Invoice Date, Date de commande,
      Bestelldatum
    `),
    exactly: list('Purchased, Purchase, Acquired, Bought, Ordered'),
  },
  shipDate: {
    names: list(`
      Ship Date, Shipping Date, Shipped Date, Date Shipped, Shipment Date, Date d'expédition, Versanddatum,
      Build Date, Manufacture Date, Manufactured Date, Manufacturing Date, Date of Manufacture,
      Delivery Date, Date of Delivery, Date de livraison, Lieferdatum, Date de réception, Date réception
    `),
    exactly: list('Shipped, Delivered'),
  },
  serviceLevel: {
    names: list(`
      Service Level, Service Level Description, Support Level, Warranty Level, Warranty Type, Coverage,
      Coverage Type, Coverage Level, Entitlement, Entitlement Type, Service Plan, Support Plan,
      Niveau de service, Niveau de support, Type de garantie, Servicelevel
    `),
    exactly: list('SLA, Support'),
  },
  warranty: {
    names: list('Warranty Status, Warranty State, Coverage Status, Support Status, Statut de garantie'),
    exactly: list('Warranty, Under Warranty, In Warranty, Garantie, Garantiestatus, Garantía, Garanzia'),
  },
  productCode: { names: list('Product Code, Product ID, Code produit, Produktcode') },
  systemDescription: {
    names: list(`
      System Description, Product Description, Device Description, Hardware Description, Item Description,
      Asset Description, Model Description
    `),
    exactly: list('Description, Désignation, Beschreibung, Descripción, Descrizione'),
  },
};

/** Date headers with one of these words are about something else: a lease, a person, the inventory system itself. */
export const otherDates: readonly string[] = list(`
  lease, loan, license, licence, subscription, certificate, password, account, contract, user, employee,
  employment, eol, life, sale, last, seen, enrolled, enrollment, created, updated, modified, login, logon,
  boot, restart, audit, scan, sync, backup, checkin, checkout, project, compliance, grace, patch, dernière,
  bail
`);

/** Next to "warranty", these words mean its duration, price or provider. */
export const nonStatusWords: readonly string[] = list(`
  month, months, year, years, duration, term, period, length, cost, price, provider, durée, mois, dauer,
  monate
`);

/** A header with one of these words is a date, even if its cells are still blank. */
export const dateWords: readonly string[] = list(
  'date, end, ends, start, starts, begin, until, expiry, expires, expiration',
);
