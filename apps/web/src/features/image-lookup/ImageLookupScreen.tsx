import { useTab } from '../../lib/use-tab.ts';
import { VendorCallsLeft } from '../../lib/VendorCallsLeft.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { HowItWorks } from './HowItWorks.tsx';
import { ManyLabels } from './ManyLabels.tsx';
import { OneLabel } from './OneLabel.tsx';

const tabs = [
  { value: 'one', label: 'One device' },
  { value: 'many', label: 'Many devices' },
];

export default function ImageLookupScreen() {
  const { tab, openTab } = useTab(['one', 'many']);
  return (
    <>
      <ScreenHeader />
      <div className="mt-6 space-y-6">
        <HowItWorks />
        <VendorCallsLeft />
        <Tabs label="Number of devices" items={tabs} value={tab} onValueChange={openTab}>
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
