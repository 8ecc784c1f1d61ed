import { useState } from "react";
import type { ApiToken, TokenResult } from "../../rpc/conta/api-tokens.ts";
import { apiTexts } from "../../texts/admin/api.ts";
import { showToast } from "../../ui/feedback/toast.tsx";
import { SideDrawer } from "../../ui/overlay/SideDrawer.tsx";
import { closeWithConfirm, useUnsavedChanges } from "../../ui/overlay/unsaved-changes.ts";
import { NewSecret } from "./NewSecret.tsx";
import { RotateTokenForm } from "./RotateTokenForm.tsx";
import { TokenForm } from "./TokenForm.tsx";

const texts = apiTexts.gaveta;
const DISCARD_QUESTION = { ...texts.abandonar, destrutiva: true };
const UNCOPIED_QUESTION = { ...texts.semCopiar, destrutiva: true };

/** What the drawer shows; `token: null` creates one. */
export type DrawerState = { mode: "editar" | "girar"; token: ApiToken | null };

/**
 * A token in a drawer beside the list: its settings, the rotation of its secret and, once, a new
 * secret.
 */
export function TokenDrawer(props: { drawer: DrawerState | null; onClose: () => void }): React.JSX.Element {
  const { drawer, onClose } = props;
  const [dirty, setDirty] = useState(false);
  const [newSecret, setNewSecret] = useState<{ token: string; message: string } | null>(null);
  const [copied, setCopied] = useState(false);
  const isUncopied = newSecret !== null && !copied;
  useUnsavedChanges(isUncopied, UNCOPIED_QUESTION);
  const close = (): void => {
    setDirty(false);
    setNewSecret(null);
    setCopied(false);
    onClose();
  };
  const requestClose = async (): Promise<void> => {
    if (newSecret === null) await closeWithConfirm(dirty, close, DISCARD_QUESTION);
    else await closeWithConfirm(isUncopied, close, UNCOPIED_QUESTION);
  };
  const onDone = ({ token, message }: TokenResult): void => {
    setDirty(false);
    if (token !== null) {
      setNewSecret({ token, message });
      return;
    }
    showToast(message);
    close();
  };
  return (
    <SideDrawer
      title={newSecret === null ? drawerTitleOf(drawer) : apiTexts.segredo.titulo}
      opened={drawer !== null}
      closeLabel={texts.fechar}
      onClose={() => void requestClose()}
    >
      {newSecret !== null && <NewSecret {...newSecret} onCopied={() => setCopied(true)} onDone={close} />}
      {newSecret === null && drawer?.mode === "editar" && (
        <TokenForm
          savedToken={drawer.token}
          onDirty={setDirty}
          onDone={onDone}
          onCancel={() => void requestClose()}
        />
      )}
      {newSecret === null && drawer?.mode === "girar" && drawer.token && (
        <RotateTokenForm
          token={drawer.token}
          onDirty={setDirty}
          onDone={onDone}
          onCancel={() => void requestClose()}
        />
      )}
    </SideDrawer>
  );
}

function drawerTitleOf(drawer: DrawerState | null): string {
  if (drawer?.mode === "girar") return texts.girar;
  return drawer?.token ? texts.editar : texts.novo;
}
