import { MOTIVO_PAUSA_MAX } from "@malote/contract";
import { Button, Group, Modal, TextInput } from "@mantine/core";
import { useState } from "react";
import { explainFalha, inLine } from "../../../rpc/falhas.ts";
import { geral } from "../../../textos/geral.ts";
import { operacao } from "../../../textos/operacao.ts";
import { Formulario, SEM_RASCUNHO } from "../../../ui/Formulario.tsx";
import { avisar } from "../../../ui/toast.tsx";
import { pauseCollection } from "./pause.ts";

const { pausa: textos } = operacao;

/** Dialog that asks for the reason and pauses the collection of all mailboxes. */
export function PauseDialog({ onClose }: { onClose: () => void }): React.JSX.Element {
  const [motivo, setMotivo] = useState("");
  const [erro, setErro] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const pause = async (): Promise<void> => {
    setBusy(true);
    try {
      avisar(await pauseCollection(motivo.trim()));
      onClose();
    } catch (error) {
      const falha = explainFalha(error);
      setErro(falha && inLine(falha));
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={textos.titulo}
      size={420}
      closeButtonProps={{ "aria-label": geral.fechar }}
    >
      <Formulario
        alterado={SEM_RASCUNHO}
        onSubmit={(event) => {
          event.preventDefault();
          void pause();
        }}
      >
        <p style={{ color: "var(--text-2)", textWrap: "pretty" }}>{textos.texto}</p>
        <TextInput
          mt={16}
          data-autofocus
          label={textos.motivo}
          description={erro === null ? textos.motivoDica : undefined}
          error={erro}
          value={motivo}
          maxLength={MOTIVO_PAUSA_MAX}
          onChange={({ currentTarget }) => setMotivo(currentTarget.value)}
        />
        <Group mt={20} gap={8} justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {geral.cancelar}
          </Button>
          <Button type="submit" loading={busy}>
            {textos.pausar}
          </Button>
        </Group>
      </Formulario>
    </Modal>
  );
}
