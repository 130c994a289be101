import { Link } from '@tanstack/react-router';
import { FileSpreadsheet, Laptop } from 'lucide-react';
import { useUrlParameters } from '../../lib/browser/use-url-parameter.ts';
import { BackToHome } from '../../shared/screen/BackLink.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { TabPanel, Tabs } from '../../ui/layout/Tabs.tsx';
import { BulkAssets } from './file/BulkAssets.tsx';
import { SingleAsset } from './single/SingleAsset.tsx';
import { parsePredictorSearch } from './single/search-params.ts';
import { sessionFailed, usePredictorSession } from './use-predictor-session.ts';

const tabs = [
  { value: 'single', label: 'Single Asset', icon: <Laptop aria-hidden size={16} /> },
  { value: 'bulk', label: 'Bulk CSV Upload', icon: <FileSpreadsheet aria-hidden size={16} /> },
];

export default function PurchaseDateScreen() {
  const { search, change } = useUrlParameters();
  const session = usePredictorSession();
  const { tab, description, discovery } = parsePredictorSearch(search);
  return (
    <>
      <PageHeader back={<BackToHome />} title="Purchase Date Predictor">
        Estimates when an asset was bought,{' '}
        <Link
          to="/purchase-date-predictor/accuracy"
          className="text-accent underline decoration-1 underline-offset-4 hover:text-accent-strong"
        >
          within one year for most assets
        </Link>
        , and shows the evidence.
      </PageHeader>
      <div className="mt-6 space-y-6">
        {session.hasFailed && <Alert tone="danger" title={sessionFailed} live="alert" />}
        <Tabs
          label="What to predict"
          items={tabs}
          value={tab}
          onValueChange={(next) => change((before) => ({ ...before, tab: next }))}
        >
          <TabPanel value="single" keepMounted>
            <SingleAsset session={session} handed={description} />
          </TabPanel>
          <TabPanel value="bulk" keepMounted>
            <BulkAssets
              session={session}
              discovery={discovery}
              onDiscoveryDone={() => discovery && change(() => ({ tab }))}
            />
          </TabPanel>
        </Tabs>
      </div>
    </>
  );
}
