const merakiForm = /^(Q[0-9A-Z]{3})-?([0-9A-Z]{4})-?([0-9A-Z]{4})$/;
/** Contents of a Lenovo barcode: 1S, the machine type and model, and the serial. */
const lenovoBarcode = /^1S[0-9A-Z]{10}([0-9A-Z]{8})$/;

/** Converts an identifier to the format of the manufacturer's API. */
export function toVendorSerial(manufacturer: string, identifier: string): string {
  if (manufacturer === 'Meraki') return identifier.replace(merakiForm, '$1-$2-$3');
  if (manufacturer === 'Lenovo') return identifier.replace(lenovoBarcode, '$1');
  return identifier;
}
