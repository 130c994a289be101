import { Camera, ScanLine, ShieldCheck } from 'lucide-react';
import { useTab } from '../../lib/browser/use-tab.ts';
import { ScreenHeader } from '../../shared/screen/ScreenHeader.tsx';
import { VendorCallsLeft } from '../../shared/vendors/VendorCallsLeft.tsx';
import { TabPanel, Tabs } from '../../ui/layout/Tabs.tsx';
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

const parts = [
  {
    icon: Camera,
    title: 'Photograph the label',
    text: 'Get close, keep it sharp and include the barcode if there is one.',
  },
  {
    icon: ScanLine,
    title: 'We read the serial number',
    text: 'Barcodes are read in your browser, printed text on the server. Photos are not stored.',
  },
  {
    icon: ShieldCheck,
    title: 'We look up the warranty',
    text: 'You can check and correct the serial number.',
  },
];

function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works" className="rounded-card bg-accent-soft px-5 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="how-it-works" className="font-medium text-accent-strong">
          How it works
        </h2>
        <p className="text-ink-2 text-sm">
          Devices of <strong className="font-medium text-ink">Dell</strong>, <Struck name="Lenovo" />,{' '}
          <Struck name="HP" />
        </p>
      </div>
      <ol className="mt-3 grid gap-2 sm:grid-cols-3 sm:gap-6">
        {parts.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex min-w-0 gap-3">
            <Icon aria-hidden size={16} className="mt-0.5 shrink-0 text-accent-strong" />
            <div className="min-w-0">
              <p className="font-medium">{title}</p>
              <p className="text-ink-2 text-sm max-sm:hidden">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Unavailable even with keys: this page supports only Dell. */
function Struck({ name }: { name: string }) {
  return (
    <s>
      {name}
      <span className="sr-only"> (not available here)</span>
    </s>
  );
}
