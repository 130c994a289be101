import { useTab } from '../../lib/browser/use-tab.ts';
import { ScreenHeader } from '../../shared/screen/ScreenHeader.tsx';
import { VendorCallsLeft } from '../../shared/vendors/VendorCallsLeft.tsx';
import { TabPanel, Tabs } from '../../ui/layout/Tabs.tsx';
import { HowItWorks } from './photo/HowItWorks.tsx';
import { ManyLabels } from './result/ManyLabels.tsx';
import { OneLabel } from './result/OneLabel.tsx';

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
