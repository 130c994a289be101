import { ArrowLeft, Download, Plus, RotateCw, Search, Settings, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../src/ui/button/Button.tsx';
import { CopyButton } from '../../src/ui/button/CopyButton.tsx';
import { IconButton } from '../../src/ui/button/IconButton.tsx';
import { Row, Specimen, SpecimenGroup } from './Specimen.tsx';

const variants = ['primary', 'secondary', 'ghost', 'danger', 'link'] as const;

export function ButtonSpecimens() {
  return (
    <SpecimenGroup title="Buttons">
      {[false, true].map((disabled) => (
        <Specimen key={`${disabled}`} title={disabled ? 'Disabled' : 'Variants: hover and tab through them'}>
          <Row>
            {variants.map((variant) => (
              <Button key={variant} variant={variant} disabled={disabled}>
                {variant}
              </Button>
            ))}
          </Row>
        </Specimen>
      ))}
      <Specimen title="With icon, as a link">
        <Row>
          <Button variant="primary" icon={Search}>
            Search
          </Button>
          <Button icon={Download}>Download</Button>
          <Button variant="danger" icon={Trash2}>
            Delete
          </Button>
          <Button variant="ghost" icon={ArrowLeft} asChild>
            <a href="#buttons">Back</a>
          </Button>
        </Row>
      </Specimen>
      <Specimen title="Busy">
        <BusyButtons />
      </Specimen>
      <Specimen title="Sizes: 28 and 36 px">
        <Row>
          <Button size="sm">Small</Button>
          <Button>Medium</Button>
        </Row>
      </Specimen>
      <Specimen title="Icon buttons: plain, with tooltip, small, busy, disabled">
        <Row>
          <IconButton label="Settings" icon={Settings} />
          <IconButton label="Refresh" icon={RotateCw} tooltip />
          <IconButton label="Add" icon={Plus} variant="secondary" tooltip />
          <IconButton label="Add, small" icon={Plus} variant="primary" size="sm" />
          <IconButton label="Working" icon={Plus} variant="secondary" busy />
          <IconButton label="Not now" icon={Trash2} disabled />
        </Row>
      </Specimen>
      <Specimen title="Copy">
        <Row>
          <CopyButton text="copied text" />
          <CopyButton text="copied text" label="Copy serial" size="sm" />
          <CopyButton text="copied text" label="Copy path" iconOnly />
          <CopyButton text="copied text" disabled />
        </Row>
      </Specimen>
      <Specimen title="Long text">
        <Button variant="primary" icon={Download}>
          Download the results of the run of 14 Nov 2026 with every column that was added to the file
        </Button>
      </Specimen>
    </SpecimenGroup>
  );
}

function BusyButtons() {
  const [busy, setBusy] = useState(false);
  return (
    <Row>
      <Button variant="primary" busy>
        Save
      </Button>
      <Button icon={Download} busy>
        Download
      </Button>
      <Button
        variant="primary"
        busy={busy}
        busyLabel="Looking it up..."
        onClick={() => {
          setBusy(true);
          setTimeout(() => setBusy(false), 1500);
        }}
      >
        Look up
      </Button>
    </Row>
  );
}
