import type { Webhook } from "../../rpc/conta/webhooks.ts";
import { webhookTexts as texts } from "../../texts/admin/webhook.ts";
import { CodeBlock } from "../../ui/documento/CodeBlock.tsx";
import { CopyButton, NewSecret, useSecretDrawer } from "../../ui/form/DrawerForm.tsx";
import { SideDrawer } from "../../ui/overlay/SideDrawer.tsx";
import { Deliveries } from "./Deliveries.tsx";
import { RECEIVER_EXAMPLE } from "./receiver-example.ts";
import { WebhookForm } from "./WebhookForm.tsx";

const QUESTIONS = {
  discard: { ...texts.abandonar, destrutiva: true },
  uncopied: { ...texts.semCopiar, destrutiva: true },
};

/** What the drawer shows; `id: null` creates a webhook. */
export type DrawerState = { mode: "editar" | "entregas"; id: string | null };

/** A webhook in a drawer beside the list: its log, its form and, once, a new secret. */
export function WebhookDrawer(props: {
  drawer: DrawerState | null;
  webhook: Webhook | null;
  onOpen: (drawer: DrawerState) => void;
  onClose: () => void;
}): React.JSX.Element {
  const { drawer, webhook, onOpen, onClose } = props;
  const { secret, showSecret, setCopied, setDirty, confirmLeave } = useSecretDrawer<string>(QUESTIONS);
  const close = (): void => {
    showSecret(null);
    onClose();
  };
  const title =
    secret !== null
      ? texts.segredo.titulo
      : drawer?.id === null
        ? texts.novo
        : (webhook?.descricao ?? texts.lista);
  return (
    <SideDrawer
      title={title}
      opened={drawer !== null}
      closeLabel={texts.fechar}
      width={560}
      onClose={() => void confirmLeave(close)}
    >
      {secret !== null && (
        <NewSecret
          secret={secret}
          texts={texts.segredo}
          onCopied={() => setCopied(true)}
          onDone={() => showSecret(null)}
        >
          <CodeBlock label={texts.segredo.exemplo}>{RECEIVER_EXAMPLE}</CodeBlock>
          <div>
            <CopyButton text={RECEIVER_EXAMPLE}>{texts.segredo.copiarExemplo}</CopyButton>
          </div>
        </NewSecret>
      )}
      {secret === null && drawer?.mode === "editar" && (
        <WebhookForm
          savedWebhook={webhook}
          onDone={(saved) => {
            showSecret(saved.secret);
            onOpen({ mode: "entregas", id: saved.webhook.id });
          }}
          onDirty={setDirty}
          onCancel={() =>
            void confirmLeave(() => (webhook ? onOpen({ mode: "entregas", id: webhook.id }) : close()))
          }
        />
      )}
      {secret === null && drawer?.mode === "entregas" && webhook && (
        <Deliveries
          webhook={webhook}
          onEdit={() => onOpen({ mode: "editar", id: webhook.id })}
          onSecret={showSecret}
          onDeleted={close}
        />
      )}
    </SideDrawer>
  );
}
