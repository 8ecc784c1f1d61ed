import { Notifications } from "@mantine/notifications";
import { useEffect } from "react";
import { requestConfirmHost } from "../../ui/overlay/open-questions.ts";
import { ReauthenticateDialog } from "./ReauthenticateDialog.tsx";
import { RequestedFilesWatch } from "./RequestedFilesWatch.tsx";
import { ShortcutsDialog } from "./ShortcutsDialog.tsx";

/**
 * Everything that floats over the pages: toasts, the list of shortcuts, re-authentication; it also
 * mounts the confirmation dialogs.
 */
export function Overlays(props: {
  shortcutsOpened: boolean;
  onShortcutsClose: () => void;
}): React.JSX.Element {
  useEffect(requestConfirmHost, []);
  return (
    <>
      <ShortcutsDialog opened={props.shortcutsOpened} onClose={props.onShortcutsClose} />
      <Notifications position="bottom-right" containerWidth={360} limit={3} zIndex={500} />
      <RequestedFilesWatch />
      <ReauthenticateDialog />
    </>
  );
}
