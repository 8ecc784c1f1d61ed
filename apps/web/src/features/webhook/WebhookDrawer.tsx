import { useState } from "react";
import type { Webhook } from "../../rpc/conta/webhooks.ts";
import { webhookTexts as texts } from "../../texts/admin/webhook.ts";
import { SideDrawer } from "../../ui/overlay/SideDrawer.tsx";
import { closeWithConfirm, useUnsavedChanges } from "../../ui/overlay/unsaved-changes.ts";
import { Deliveries } from "./Deliveries.tsx";
import { NewSecret } from "./NewSecret.tsx";
import { WebhookForm } from "./WebhookForm.tsx";

const DISCARD_QUESTION = { ...texts.abandonar, destrutiva: true };
const UNCOPIED_QUESTION = { ...texts.semCopiar, destrutiva: true };

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
  const [newSecret, setNewSecret] = useState<string | null>(null);
  const [copied, setCopied] = useState(false);
  const [dirty, setDirty] = useState(false);
  const pendingQuestion = newSecret !== null && !copied ? UNCOPIED_QUESTION : dirty ? DISCARD_QUESTION : null;
  useUnsavedChanges(pendingQuestion === UNCOPIED_QUESTION, UNCOPIED_QUESTION);
  const showSecret = (secret: string | null): void => {
    setNewSecret(secret);
    setCopied(false);
    setDirty(false);
  };
  const close = (): void => {
    showSecret(null);
    onClose();
  };
  const confirmLeave = async (then: () => void): Promise<void> => {
    const left = await closeWithConfirm(pendingQuestion !== null, then, pendingQuestion ?? DISCARD_QUESTION);
    if (left) setDirty(false);
  };
  const title =
    newSecret !== null
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
      {newSecret !== null && (
        <NewSecret secret={newSecret} onCopied={() => setCopied(true)} onDone={() => showSecret(null)} />
      )}
      {newSecret === null && drawer?.mode === "editar" && (
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
      {newSecret === null && drawer?.mode === "entregas" && webhook && (
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
