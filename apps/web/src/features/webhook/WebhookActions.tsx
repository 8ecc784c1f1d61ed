import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { explainFailure } from "../../rpc/call/failures.ts";
import {
  type DeliveryDetail,
  deleteWebhook,
  rotateSecret,
  saveWebhook,
  testWebhook,
  type Webhook,
} from "../../rpc/conta/webhooks.ts";
import { webhookTexts as texts } from "../../texts/admin/webhook.ts";
import { Alert } from "../../ui/feedback/Alert.tsx";
import { showFailureToast, showToast } from "../../ui/feedback/toast.tsx";
import { askConfirmation } from "../../ui/overlay/ask-confirmation.tsx";

/** The actions of a webhook, and the result of the last test. */
export function WebhookActions(props: {
  webhook: Webhook;
  onEdit: () => void;
  onSecret: (segredo: string) => void;
  onDeleted: () => void;
}): React.JSX.Element {
  const { webhook, onEdit, onSecret, onDeleted } = props;
  const { id, url, descricao, tipos, empresas, ativo } = webhook;
  const [busy, setBusy] = useState(false);
  const [testResult, setTestResult] = useState<DeliveryDetail | null>(null);
  const runAction = (work: () => Promise<void>) => async (): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      showFailureToast(explainFailure(error));
    } finally {
      setBusy(false);
    }
  };
  const runTest = runAction(async () => {
    setTestResult(null);
    setTestResult(await testWebhook(id));
  });
  const toggleAtivo = runAction(async () => {
    await saveWebhook({ id, url, descricao, tipos, empresas, ativo: !ativo });
    showToast(texts.salvo);
  });
  const confirmRotation = runAction(async () => {
    if (await askConfirmation(texts.girarPergunta)) onSecret(await rotateSecret(id));
  });
  const confirmDeletion = runAction(async () => {
    if (!(await askConfirmation({ ...texts.excluirPergunta(descricao), destrutiva: true }))) return;
    await deleteWebhook(id);
    showToast(texts.excluido);
    onDeleted();
  });
  return (
    <>
      <Group gap={8}>
        <Button disabled={busy} onClick={() => void runTest()}>
          {texts.testar}
        </Button>
        <Button variant="default" disabled={busy} onClick={() => void toggleAtivo()}>
          {ativo ? texts.desativar : texts.ativar}
        </Button>
        <Button variant="default" disabled={busy} onClick={onEdit}>
          {texts.editar}
        </Button>
        <Button variant="default" disabled={busy} onClick={() => void confirmRotation()}>
          {texts.girar}
        </Button>
        <Button variant="default" c="var(--bad-text)" disabled={busy} onClick={() => void confirmDeletion()}>
          {texts.excluir}
        </Button>
      </Group>
      {testResult !== null && (
        <Alert tone={testResult.estado === "entregue" ? "feito" : "recusa"}>
          {testResult.erro ?? texts.testeFeito(testResult.status, testResult.ms)}
        </Alert>
      )}
    </>
  );
}
