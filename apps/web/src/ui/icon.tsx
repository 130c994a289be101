import type { LucideIcon } from 'lucide-react';
import { isValidElement, type ReactElement } from 'react';

/** An icon, whose size the control decides, or an element that brings its own. */
export type IconOf = LucideIcon | ReactElement;

export function renderIcon(icon: IconOf | undefined, size: number, className?: string) {
  if (icon === undefined || isValidElement(icon)) return icon;
  const Icon = icon as LucideIcon;
  return <Icon aria-hidden size={size} {...(className && { className })} />;
}
