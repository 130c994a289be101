import { Sheet } from '../ui/overlay/Sheet.tsx';
import { Sidebar } from './Sidebar.tsx';

interface SidebarSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The sidebar on phones. */
export default function SidebarSheet({ open, onOpenChange }: SidebarSheetProps) {
  return (
    <Sheet
      title="Navigation"
      description="All tools"
      side="left"
      className="w-72"
      bare
      open={open}
      onOpenChange={onOpenChange}
    >
      <Sidebar expanded onNavigate={() => onOpenChange(false)} />
    </Sheet>
  );
}
