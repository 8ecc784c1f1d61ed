import { PAUSE_REASON_MAX } from "@malote/contract";
import { Button, Group, Modal, TextInput } from "@mantine/core";
import { useState } from "react";
import { explainFailure, toOneLine } from "../../../rpc/call/failures.ts";
import { general } from "../../../texts/app/general.ts";
import { operationTexts } from "../../../texts/operator/operation.ts";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { GuardedForm, NO_DRAFT } from "../../../ui/form/GuardedForm.tsx";
import { pauseCollection } from "./pause.ts";

const { pausa: texts } = operationTexts;

/** Dialog that asks for the reason and pauses the collection of all mailboxes. */
export function PauseDialog({ onClose }: { onClose: () => void }): React.JSX.Element {
  const [motivo, setMotivo] = useState("");
  const [errorText, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const pause = async (): Promise<void> => {
    setBusy(true);
    try {
      showToast(await pauseCollection(motivo.trim()));
      onClose();
    } catch (error) {
      const falha = explainFailure(error);
      setError(falha && toOneLine(falha));
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.titulo}
      size={420}
      closeButtonProps={{ "aria-label": general.fechar }}
    >
      <GuardedForm
        changed={NO_DRAFT}
        onSubmit={(event) => {
          event.preventDefault();
          void pause();
        }}
      >
        <p style={{ color: "var(--text-2)", textWrap: "pretty" }}>{texts.texto}</p>
        <TextInput
          mt={16}
          data-autofocus
          label={texts.motivo}
          description={errorText === null ? texts.motivoDica : undefined}
          error={errorText}
          value={motivo}
          maxLength={PAUSE_REASON_MAX}
          onChange={({ currentTarget }) => setMotivo(currentTarget.value)}
        />
        <Group mt={20} gap={8} justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {general.cancelar}
          </Button>
          <Button type="submit" loading={busy}>
            {texts.pausar}
          </Button>
        </Group>
      </GuardedForm>
    </Modal>
  );
}
