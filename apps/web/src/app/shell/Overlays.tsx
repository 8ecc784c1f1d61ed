import { Notifications } from "@mantine/notifications";
import { ReauthenticateDialog } from "./ReauthenticateDialog.tsx";
import { RequestedFilesWatch } from "./RequestedFilesWatch.tsx";
import { ShortcutsDialog } from "./ShortcutsDialog.tsx";

/** What floats over the pages: toasts, the list of shortcuts, re-authentication. */
export function Overlays(props: {
  shortcutsOpened: boolean;
  onShortcutsClose: () => void;
}): React.JSX.Element {
  return (
    <>
      <ShortcutsDialog opened={props.shortcutsOpened} onClose={props.onShortcutsClose} />
      <Notifications position="bottom-right" containerWidth={360} limit={3} zIndex={500} />
      <RequestedFilesWatch />
      <ReauthenticateDialog />
    </>
  );
}
