/** A row of `/queries` in the format of HP, all values invented. */
export const onsite = {
  offerDescription: 'HW Maintenance Onsite Support',
  offerProductIdentifier: 'SIM151',
  serviceObligationIdentifier: 'SIM-OBL-1',
  serviceObligationTypeCode: 'W',
  serviceObligationLineItemStartDate: '2024-03-20',
  serviceObligationLineItemEndDate: '2027-03-19',
};

export const row = {
  product: {
    serialNumber: '5CG4120SIM',
    productDescription: 'Simulated EliteBook 840 14 inch G11 (8C2X9UT)',
    productNumber: '8C2X9UT',
    countryCode: 'US',
  },
  offers: [onsite],
};
