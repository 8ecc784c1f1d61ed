import { LIBERACAO_REASON_MAX, LIBERACAO_REASON_MIN } from "@malote/contract";
import { formatReais } from "@malote/syntax";
import { Button, Modal } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { call } from "../../../rpc/call/call.ts";
import { explainFailure, Refusal } from "../../../rpc/call/failures.ts";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { general } from "../../../texts/app/general.ts";
import { releaseTexts as texts } from "../../../texts/nota/release.ts";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { GuardedForm } from "../../../ui/form/GuardedForm.tsx";
import { closeWithConfirm } from "../../../ui/overlay/unsaved-changes.ts";
import { GRAVIDADE_ICONS } from "../achados/gravidade-icons.ts";
import { groupAchados } from "../achados/group-achados.ts";
import { notaNameOf } from "../flags/flag-state.ts";
import { checkReleaseReason } from "./check-release-reason.ts";
import { countReason } from "./count-reason.ts";
import classes from "./ReleaseDialog.module.css";

/** Dialog that asks an administrator for the reason and releases the document from quarantine. */
export function ReleaseDialog(props: { nota: Nota; onClose: () => void }): React.JSX.Element {
  const { nota, onClose } = props;
  const { motivo, write, erro, enviando, enviar } = useReleaseForm(nota, onClose);
  const close = (): void => void closeWithConfirm(motivo !== "", onClose);
  return (
    <Modal
      opened
      onClose={close}
      title={texts.titulo}
      size={520}
      closeButtonProps={{ "aria-label": general.fechar }}
    >
      <GuardedForm
        changed={motivo !== ""}
        onSubmit={(event) => {
          event.preventDefault();
          void enviar();
        }}
      >
        <p className={classes.documento}>
          <b>{notaNameOf(nota)}</b> · {nota.nomeEmitente} ·{" "}
          <span className="num">{formatReais(nota.valorTotal)}</span>
        </p>
        <AchadoList nota={nota} />
        <p className={classes.aviso}>{texts.aviso}</p>
        <ReasonField valor={motivo} erro={erro} onChange={write} />
        <div className={classes.acoes}>
          <Button variant="default" onClick={close}>
            {general.cancelar}
          </Button>
          <Button type="submit" className="botao botao-perigo" loading={enviando}>
            {texts.acao}
          </Button>
        </div>
      </GuardedForm>
    </Modal>
  );
}

/** State of the form: the reason, its error, and the call that sends it. */
function useReleaseForm(nota: Nota, onDone: () => void) {
  const queryClient = useQueryClient();
  const [motivo, setMotivo] = useState("");
  const [erro, setError] = useState<string | null>(null);
  const [enviando, setSending] = useState(false);
  const enviar = async (): Promise<void> => {
    const wrong = checkReleaseReason(motivo);
    setError(wrong);
    if (wrong !== null || enviando) return;
    setSending(true);
    try {
      await call("Nota.liberarQuarentena", { id: nota.id, motivo: motivo.trim() });
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ["nota", nota.id] }),
        queryClient.invalidateQueries({ queryKey: ["notas"] }),
      ]);
      showToast(texts.feita(notaNameOf(nota)));
      onDone();
    } catch (error) {
      setError(refusalTextOf(error));
      setSending(false);
    }
  };
  const write = (next: string): void => {
    setMotivo(next);
    // After an error, check on each keystroke: the message disappears once the reason is valid.
    if (erro !== null) setError(checkReleaseReason(next));
  };
  return { motivo, write, erro, enviando, enviar };
}

/** The server's message if it refused; otherwise a sentence that explains the failure. */
function refusalTextOf(error: unknown): string | null {
  if (error instanceof Refusal) return error.erros[0]?.mensagem ?? error.message;
  const falha = explainFailure(error);
  return falha && `${falha.titulo}. ${falha.texto}`;
}

function AchadoList({ nota }: { nota: Nota }): React.JSX.Element {
  const groups = groupAchados(nota.achados);
  if (groups.length === 0) return <p>{texts.semAchados}</p>;
  return (
    <section>
      <h3 className="t-secao">{texts.achados}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard */}
      <ul className={classes.achados} tabIndex={0}>
        {groups.flatMap(({ gravidade, achados }) =>
          achados.map(({ codigo, titulo, texto }) => {
            const Icon = GRAVIDADE_ICONS[gravidade];
            return (
              <li key={codigo} data-gravidade={gravidade}>
                <Icon size={16} stroke={1.8} aria-hidden="true" />
                <p>
                  <b>{titulo}.</b> {texto}
                </p>
              </li>
            );
          }),
        )}
      </ul>
    </section>
  );
}

function ReasonField(props: {
  valor: string;
  erro: string | null;
  onChange: (valor: string) => void;
}): React.JSX.Element {
  const { valor, erro, onChange } = props;
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="campo-rotulo">
        {texts.motivo}
      </label>
      <textarea
        id={id}
        className={`campo ${classes.motivo}`}
        rows={3}
        data-autofocus
        data-error={erro === null ? undefined : true}
        aria-invalid={erro !== null}
        aria-describedby={`${id}-dica`}
        value={valor}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className={classes.pe} id={`${id}-dica`}>
        {erro === null ? (
          <p className="campo-dica">{texts.dica(LIBERACAO_REASON_MIN, LIBERACAO_REASON_MAX)}</p>
        ) : (
          <p className="campo-erro" role="alert">
            {erro}
          </p>
        )}
        <p className="campo-dica num">{texts.conta(countReason(valor), LIBERACAO_REASON_MAX)}</p>
      </div>
    </div>
  );
}
