import { useState } from "react";
import { filterFormTexts as t } from "../../texts/lists/filter-form.ts";
import { SideDrawer } from "../overlay/SideDrawer.tsx";
import { closeWithConfirm } from "../overlay/unsaved-changes.ts";

const LEAVE_QUESTION = { ...t.abandonar, destrutiva: true };

/**
 * The filter form in a drawer beside its list. Closing asks for confirmation when changes are not
 * applied.
 */
export function FilterDrawer(props: {
  title: string;
  opened: boolean;
  onClose: () => void;
  children: (onDirty: (dirty: boolean) => void, onCancel: () => void) => React.ReactNode;
}): React.JSX.Element {
  const { title, opened, onClose, children } = props;
  const [dirty, setDirty] = useState(false);
  const leave = (): void => void closeWithConfirm(dirty, onClose, LEAVE_QUESTION);
  return (
    <SideDrawer title={title} opened={opened} closeLabel={t.fechar} onClose={leave}>
      {children(setDirty, leave)}
    </SideDrawer>
  );
}
