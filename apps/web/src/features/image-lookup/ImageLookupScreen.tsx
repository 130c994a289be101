import { useState } from 'react';
import { BackToHome } from '../../lib/BackToHome.tsx';
import { VendorCallsLeft } from '../../lib/VendorCallsLeft.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { HowItWorks } from './HowItWorks.tsx';
import { ManyLabels } from './ManyLabels.tsx';
import { OneLabel } from './OneLabel.tsx';

const tabs = [
  { value: 'one', label: 'One device' },
  { value: 'many', label: 'Many devices' },
];

export default function ImageLookupScreen() {
  const [tab, setTab] = useState('one');
  return (
    <>
      <PageHeader back={<BackToHome />} title="Image Warranty Lookup">
        Take a photo of an asset tag to look up the device’s warranty.
      </PageHeader>
      <div className="mt-6 space-y-6">
        <HowItWorks />
        <VendorCallsLeft />
        <Tabs label="Number of devices" items={tabs} value={tab} onValueChange={setTab}>
          <TabPanel value="one" keepMounted>
            <OneLabel active={tab === 'one'} />
          </TabPanel>
          <TabPanel value="many" keepMounted>
            <ManyLabels active={tab === 'many'} />
          </TabPanel>
        </Tabs>
      </div>
    </>
  );
}
