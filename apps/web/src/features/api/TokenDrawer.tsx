import type { ApiToken, TokenResult } from "../../rpc/conta/api-tokens.ts";
import { apiTexts } from "../../texts/admin/api.ts";
import { Alert } from "../../ui/feedback/Alert.tsx";
import { showToast } from "../../ui/feedback/toast.tsx";
import { NewSecret, useSecretDrawer } from "../../ui/form/DrawerForm.tsx";
import { SideDrawer } from "../../ui/overlay/SideDrawer.tsx";
import { RotateTokenForm } from "./RotateTokenForm.tsx";
import { TokenForm } from "./TokenForm.tsx";

const texts = apiTexts.gaveta;
const QUESTIONS = {
  discard: { ...texts.abandonar, destrutiva: true },
  uncopied: { ...texts.semCopiar, destrutiva: true },
};
type NewToken = { token: string; message: string };

/** What the drawer shows; `token: null` creates one. */
export type DrawerState = { mode: "editar" | "girar"; token: ApiToken | null };

/**
 * A token in a drawer beside the list: its settings, the rotation of its secret and, once, a new
 * secret.
 */
export function TokenDrawer(props: { drawer: DrawerState | null; onClose: () => void }): React.JSX.Element {
  const { drawer, onClose } = props;
  const { secret, showSecret, setCopied, setDirty, confirmLeave } = useSecretDrawer<NewToken>(QUESTIONS);
  const close = (): void => {
    showSecret(null);
    onClose();
  };
  const onDone = ({ token, message }: TokenResult): void => {
    if (token !== null) {
      showSecret({ token, message });
    } else {
      showToast(message);
      close();
    }
  };
  const form = { onDirty: setDirty, onDone, onCancel: () => void confirmLeave(close) };
  return (
    <SideDrawer
      title={secret === null ? drawerTitleOf(drawer) : apiTexts.segredo.titulo}
      opened={drawer !== null}
      closeLabel={texts.fechar}
      onClose={form.onCancel}
    >
      {secret !== null && (
        <NewSecret
          secret={secret.token}
          texts={apiTexts.segredo}
          message={<Alert tone="feito">{secret.message}</Alert>}
          onCopied={() => setCopied(true)}
          onDone={close}
        />
      )}
      {secret === null && drawer?.mode === "editar" && <TokenForm savedToken={drawer.token} {...form} />}
      {secret === null && drawer?.mode === "girar" && drawer.token && (
        <RotateTokenForm token={drawer.token} {...form} />
      )}
    </SideDrawer>
  );
}

function drawerTitleOf(drawer: DrawerState | null): string {
  if (drawer?.mode === "girar") return texts.girar;
  return drawer?.token ? texts.editar : texts.novo;
}
