/** A row of `/warranty` in the format of Lenovo, all values invented. */
export const row = {
  Serial: 'PFSIM001',
  Product: 'LAPTOPS/SIM-T-SERIES/SIM-T14/21HM/21HMSIM100/PFSIM001',
  InWarranty: true,
  Purchased: '2024-02-01T00:00:00Z',
  Shipped: '2024-01-15T00:00:00Z',
  Country: 'US',
  Warranty: [
    {
      ID: 'SIM3EZ',
      Name: 'Simulated 3Y Depot',
      Description: 'Simulated base cover',
      Type: 'BASE',
      Start: '2024-02-01T00:00:00Z',
      End: '2027-01-31T00:00:00Z',
    },
  ],
};
