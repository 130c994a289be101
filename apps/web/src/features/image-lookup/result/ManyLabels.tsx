import { Link } from '@tanstack/react-router';
import { imageTypes } from '@warranty/contracts/image-lookup';
import { Camera, FileSpreadsheet, ImagePlus, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../lib/format/format-number.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { FileButton } from '../../../ui/button/FileButton.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Progress } from '../../../ui/feedback/Progress.tsx';
import { focusAfterRemoval } from '../../../ui/focus-after-removal.ts';
import { Switch } from '../../../ui/form/Switch.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { CameraView } from '../camera/CameraView.tsx';
import { ManualScan } from '../camera/ManualScan.tsx';
import { ScanList } from '../camera/ScanList.tsx';
import { isSoundOn, setSound } from '../camera/scan-feedback.ts';
import { handedText, type Scan } from '../camera/scan-list.ts';
import { useScans } from '../camera/use-scans.ts';
import type { PhotoQueue } from '../photo/use-photo-queue.ts';
import { usePhotoQueue } from '../photo/use-photo-queue.ts';

/** Collects devices from the camera, photos, a handheld scanner or the keyboard into a list for the bulk page. */
export function ManyLabels({ active }: { active: boolean }) {
  const { list, last, add, addReading, change, remove, clear, thumbnailFor } = useScans();
  const photos = usePhotoQueue(addReading);
  const [isCameraOpen, setCameraOpen] = useState(false);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="space-y-4">
        {isCameraOpen && active ? (
          <CameraView
            onLabel={(photo, reading) => {
              addReading(photo, reading);
              photo.pixels.close();
            }}
            onClose={() => setCameraOpen(false)}
          >
            Hold each label inside the frame, one at a time.
          </CameraView>
        ) : (
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" icon={Camera} onClick={() => setCameraOpen(true)}>
              Scan with the camera
            </Button>
            <FileButton
              icon={ImagePlus}
              inputLabel="Photos of labels"
              accept={imageTypes}
              multiple
              onFiles={photos.add}
            >
              Add photos
            </FileButton>
          </div>
        )}
        <PhotoQueueStatus {...photos} />
        <p role="status" className="min-h-5 text-ink-2">
          {last && spoken(last, list.length)}
        </p>
        <Card className="gap-4 p-5">
          <ManualScan active={active} onScan={add} problem={last?.kind === 'refused' ? last.reason : null} />
          <SoundSwitch />
        </Card>
      </div>
      <div className="space-y-4">
        <ScanList
          list={list}
          last={last?.kind === 'refused' ? null : (last?.serial ?? null)}
          thumbnailFor={thumbnailFor}
          onChange={change}
          onRemove={remove}
        />
        {list.length > 0 && (
          <div className="flex flex-wrap gap-2">
            <Button asChild variant="primary" icon={FileSpreadsheet}>
              <Link to="/bulk-lookup" search={{ list: handedText(list) }}>
                Look up {formatCount(list.length, 'device')}
              </Link>
            </Button>
            <Button
              variant="ghost"
              icon={Trash2}
              onClick={({ currentTarget }) => {
                focusAfterRemoval(currentTarget);
                clear();
              }}
            >
              Clear list
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

function spoken(last: Scan, count: number): string {
  if (last.kind === 'added') return `${last.serial} added, ${formatCount(count, 'device')} in the list.`;
  return last.kind === 'known' ? `${last.serial} is already in the list.` : '';
}

function SoundSwitch() {
  const [on, setOn] = useState(isSoundOn);
  return (
    <Switch
      label="Beep and vibrate on a good scan"
      checked={on}
      onCheckedChange={(next) => {
        setSound(next);
        setOn(next);
      }}
    />
  );
}

/** How many photos are read, and which ones have no serial number. */
function PhotoQueueStatus({ reading, unread, retry }: PhotoQueue) {
  return (
    <>
      {reading && (
        <Progress
          label={`Reading photo ${reading.at} of ${reading.total}`}
          value={reading.at - 1}
          max={reading.total}
        />
      )}
      {!reading && unread.length > 0 && (
        <Alert
          tone="warning"
          live="status"
          title={`${formatCount(unread.length, 'photo')} could not be read`}
          action={
            <Button size="sm" icon={RotateCw} onClick={retry}>
              Try again
            </Button>
          }
        >
          <ul>
            {unread.map(({ file, reason }) => (
              <li key={`${file.name} ${file.lastModified} ${file.size}`} className="wrap-anywhere">
                {file.name}: {reason}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}
