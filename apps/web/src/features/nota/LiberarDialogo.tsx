import { LIBERACAO_MOTIVO_MAX, LIBERACAO_MOTIVO_MIN } from "@malote/contract";
import { formatReais } from "@malote/syntax";
import { Button, Modal } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { call } from "../../rpc/call.ts";
import { explainFalha, Recusa } from "../../rpc/falhas.ts";
import type { Nota } from "../../rpc/queries.ts";
import { geral } from "../../textos/geral.ts";
import { liberacao as textos } from "../../textos/liberacao.ts";
import { closeAlterado } from "../../ui/abandonar.ts";
import { Formulario } from "../../ui/Formulario.tsx";
import { avisar } from "../../ui/toast.tsx";
import { groupAchados } from "./achados.ts";
import { DESENHOS } from "./gravidades.ts";
import classes from "./LiberarDialogo.module.css";
import { checkMotivo } from "./liberacao.ts";
import { nomeOf } from "./marcas.ts";
import { countMotivo } from "./motivo.ts";

/** Dialog that asks an administrator for the reason and releases the document from quarantine. */
export function LiberarDialogo(props: { nota: Nota; onClose: () => void }): React.JSX.Element {
  const { nota, onClose } = props;
  const { motivo, write, erro, enviando, enviar } = useLiberacao(nota, onClose);
  const close = (): void => void closeAlterado(motivo !== "", onClose);
  return (
    <Modal
      opened
      onClose={close}
      title={textos.titulo}
      size={520}
      closeButtonProps={{ "aria-label": geral.fechar }}
    >
      <Formulario
        alterado={motivo !== ""}
        onSubmit={(event) => {
          event.preventDefault();
          void enviar();
        }}
      >
        <p className={classes.documento}>
          <b>{nomeOf(nota)}</b> · {nota.nomeEmitente} ·{" "}
          <span className="num">{formatReais(nota.valorTotal)}</span>
        </p>
        <Achados nota={nota} />
        <p className={classes.aviso}>{textos.aviso}</p>
        <Motivo valor={motivo} erro={erro} onChange={write} />
        <div className={classes.acoes}>
          <Button variant="default" onClick={close}>
            {geral.cancelar}
          </Button>
          <Button type="submit" className="botao botao-perigo" loading={enviando}>
            {textos.acao}
          </Button>
        </div>
      </Formulario>
    </Modal>
  );
}

/** State of the form: the reason, its error, and the call that sends it. */
function useLiberacao(nota: Nota, onDone: () => void) {
  const queryClient = useQueryClient();
  const [motivo, setMotivo] = useState("");
  const [erro, setErro] = useState<string | null>(null);
  const [enviando, setEnviando] = useState(false);
  const enviar = async (): Promise<void> => {
    const wrong = checkMotivo(motivo);
    setErro(wrong);
    if (wrong !== null || enviando) return;
    setEnviando(true);
    try {
      await call("Nota.liberarQuarentena", { id: nota.id, motivo: motivo.trim() });
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ["nota", nota.id] }),
        queryClient.invalidateQueries({ queryKey: ["notas"] }),
      ]);
      avisar(textos.feita(nomeOf(nota)));
      onDone();
    } catch (error) {
      setErro(sentenceOf(error));
      setEnviando(false);
    }
  };
  const write = (next: string): void => {
    setMotivo(next);
    // After an error, check on each keystroke: the message disappears once the reason is valid.
    if (erro !== null) setErro(checkMotivo(next));
  };
  return { motivo, write, erro, enviando, enviar };
}

/** The server's message if it refused; otherwise a sentence that explains the failure. */
function sentenceOf(error: unknown): string | null {
  if (error instanceof Recusa) return error.erros[0]?.mensagem ?? error.message;
  const falha = explainFalha(error);
  return falha && `${falha.titulo}. ${falha.texto}`;
}

function Achados({ nota }: { nota: Nota }): React.JSX.Element {
  const grupos = groupAchados(nota.achados);
  if (grupos.length === 0) return <p>{textos.semAchados}</p>;
  return (
    <section>
      <h3 className="t-secao">{textos.achados}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard */}
      <ul className={classes.achados} tabIndex={0}>
        {grupos.flatMap(({ gravidade, achados }) =>
          achados.map(({ codigo, titulo, texto }) => {
            const Icone = DESENHOS[gravidade];
            return (
              <li key={codigo} data-gravidade={gravidade}>
                <Icone size={16} stroke={1.8} aria-hidden="true" />
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

function Motivo(props: {
  valor: string;
  erro: string | null;
  onChange: (valor: string) => void;
}): React.JSX.Element {
  const { valor, erro, onChange } = props;
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="campo-rotulo">
        {textos.motivo}
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
          <p className="campo-dica">{textos.dica(LIBERACAO_MOTIVO_MIN, LIBERACAO_MOTIVO_MAX)}</p>
        ) : (
          <p className="campo-erro" role="alert">
            {erro}
          </p>
        )}
        <p className="campo-dica num">{textos.conta(countMotivo(valor), LIBERACAO_MOTIVO_MAX)}</p>
      </div>
    </div>
  );
}
