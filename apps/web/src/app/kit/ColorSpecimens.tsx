import { Specimen, SpecimenGroup } from './Specimen.tsx';

const colors = {
  Ground: ['canvas', 'surface', 'raised', 'sunken', 'control', 'line', 'line-strong'],
  Ink: ['ink', 'ink-2', 'ink-3', 'accent', 'accent-strong', 'accent-soft', 'on-accent'],
  Status: [
    'active',
    'active-soft',
    'expiring',
    'expiring-soft',
    'expired',
    'expired-soft',
    'unknown',
    'unknown-soft',
  ],
  Danger: ['danger', 'danger-strong', 'on-danger'],
};

const sizes = ['text-title', 'text-xl', 'text-lg', 'text-base', 'text-sm', 'text-xs'];

export function ColorSpecimens() {
  return (
    <SpecimenGroup title="Color and type">
      <Specimen title="Colors of this theme">
        <div className="flex flex-col gap-4">
          {Object.entries(colors).map(([name, tokens]) => (
            <ul key={name} aria-label={name} className="flex flex-wrap gap-3">
              {tokens.map((token) => (
                <li key={token} className="w-20">
                  <div
                    className="h-8 rounded-control border border-line forced-color-adjust-none"
                    style={{ background: `var(--${token})` }}
                  />
                  <span className="text-ink-2 text-xs">{token}</span>
                </li>
              ))}
            </ul>
          ))}
        </div>
      </Specimen>
      <Specimen title="Sizes 28, 20, 16, 14, 13 and 12">
        {sizes.map((size) => (
          <p key={size} className={`${size} py-0.5`}>
            14 Nov 2026, 1,024 rows
          </p>
        ))}
        <p className="py-0.5 font-mono">0O 1Il 5S 8B 14 Nov 2026</p>
      </Specimen>
    </SpecimenGroup>
  );
}
