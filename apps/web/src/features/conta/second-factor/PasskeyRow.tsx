import { formatDateTime } from "@malote/syntax";
import { Button, Group } from "@mantine/core";
import { explainFailure } from "../../../rpc/call/failures.ts";
import type { Passkey } from "../../../rpc/conta/account.ts";
import { useTimeZone } from "../../../rpc/session/current-user.ts";
import { passkeyTexts as texts } from "../../../texts/app/passkeys.ts";
import { showFailureToast } from "../../../ui/feedback/toast.tsx";
import { formatTimeAgo } from "../../../ui/format/relative-time.ts";
import { useNow } from "../../../ui/state/use-now.ts";
import { PanelRow } from "../Panel.tsx";

/** One passkey: name, creation and last use. */
export function PasskeyRow(props: {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => Promise<void>;
}): React.JSX.Element {
  const { passkey, onRename, onRemove } = props;
  const { nome, criadaEm, usadaEm, sincronizada } = passkey;
  const timeZone = useTimeZone();
  const now = useNow();
  const details = [
    usadaEm ? texts.usada(formatTimeAgo(usadaEm, now, timeZone)) : texts.nunca,
    ...(criadaEm ? [texts.cadastrada(formatDateTime(criadaEm, timeZone))] : []),
    ...(sincronizada ? [texts.sincronizada] : []),
  ];
  const tryRemove = (): void => {
    onRemove().catch((error: unknown) => showFailureToast(explainFailure(error)));
  };
  return (
    <PanelRow title={nome} details={details}>
      <Group gap={0} justify="flex-end">
        <Button variant="subtle" onClick={onRename} aria-label={texts.renomearDe(nome)}>
          {texts.renomear}
        </Button>
        <Button variant="subtle" onClick={tryRemove} aria-label={texts.removerDe(nome)}>
          {texts.remover}
        </Button>
      </Group>
    </PanelRow>
  );
}
