import { Drawer } from "@mantine/core";
import { hasQuestion } from "./open-questions.ts";

/**
 * A side panel. width: in px. Mantine's Drawer lacks only the wait for a question: Escape answers the one
 * over the drawer, not the drawer.
 */
export function SideDrawer(props: {
  title: string;
  opened: boolean;
  closeLabel: string;
  width?: number;
  onClose: () => void;
  children: React.ReactNode;
}): React.JSX.Element {
  const { title, opened, closeLabel, width = 480, onClose, children } = props;
  return (
    <Drawer
      opened={opened}
      onClose={() => {
        if (!hasQuestion()) onClose();
      }}
      position="right"
      size={width}
      // Below the confirmation dialog that it may open.
      zIndex={150}
      title={title}
      closeButtonProps={{ "aria-label": closeLabel }}
      overlayProps={{ backgroundOpacity: 0.24 }}
      transitionProps={{ duration: 160 }}
    >
      {children}
    </Drawer>
  );
}
