import { JUSTIFICATIVA_MAX, JUSTIFICATIVA_MIN, MENSAGENS_DAS_PESSOAS } from "@malote/contract";
import { formatDataHora } from "@malote/syntax";
import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { Nota } from "../../rpc/queries.ts";
import { geral } from "../../textos/geral.ts";
import { manifestacao as textos } from "../../textos/manifestacao.ts";
import { closeAlterado } from "../../ui/abandonar.ts";
import { Formulario } from "../../ui/Formulario.tsx";
import classes from "./ManifestarDialogo.module.css";
import {
  checkJustificativa,
  ESCOLHAS,
  type Escolha,
  impedimentoDe,
  type Pedido,
  prazoOf,
  type Rascunho,
} from "./manifestacao.ts";
import { countMotivo } from "./motivo.ts";

const { dialogo: t } = textos;

const JUSTIFICATIVA_ID = "justificativa";

/**
 * Dialog that sends a manifestação. A batch passes no deadlines. The send callback returns the
 * refusal as a sentence, or null.
 */
export function ManifestarDialogo(props: {
  documento: React.ReactNode;
  prazos: Nota["prazosManifestacao"];
  /** Current manifestação of the document; 0 for a batch. */
  atual: Nota["manifestacao"];
  zona: string;
  onEnviar: (pedido: Pedido) => Promise<string | null>;
  /** Called after the request was accepted. */
  onFeito: () => void;
  onClose: () => void;
}): React.JSX.Element {
  const { documento, prazos, atual, zona, onEnviar, onFeito, onClose } = props;
  const form = usePedido(onEnviar, onFeito);
  const { rascunho, erro } = form;
  const alterado = rascunho.status !== null;
  const close = (): void => void closeAlterado(alterado, onClose);
  return (
    <Modal
      opened
      onClose={close}
      title={t.titulo}
      size={520}
      closeButtonProps={{ "aria-label": geral.fechar }}
    >
      <Formulario
        alterado={alterado}
        onSubmit={(event) => {
          event.preventDefault();
          void form.enviar();
        }}
      >
        <p className={classes.documento}>{documento}</p>
        <fieldset className={classes.escolhas}>
          <legend className="vh">{t.escolha}</legend>
          {ESCOLHAS.map((status) => (
            <Opcao
              key={status}
              status={status}
              prazo={prazoOf({ prazosManifestacao: prazos }, status)}
              impedimento={impedimentoDe(status, atual)}
              zona={zona}
              checked={rascunho.status === status}
              onCheck={() => form.write({ status })}
            />
          ))}
        </fieldset>
        {rascunho.status === 3 && (
          <Justificativa
            valor={rascunho.justificativa}
            erro={form.campo ? erro : null}
            onChange={(justificativa) => form.write({ justificativa })}
          />
        )}
        {erro !== null && !form.campo && (
          <p className="campo-erro" role="alert">
            {erro}{" "}
            {erro === MENSAGENS_DAS_PESSOAS.manifestacaoSemSegundoFator && (
              <Link to="/minha_conta" className="link">
                {t.ligarSegundoFator}
              </Link>
            )}
          </p>
        )}
        <p className={classes.aviso}>{t.aviso}</p>
        <div className={classes.acoes}>
          <Button variant="default" onClick={close}>
            {geral.cancelar}
          </Button>
          <Button type="submit" loading={form.enviando}>
            {t.enviar}
          </Button>
        </div>
      </Formulario>
    </Modal>
  );
}

/** State of the form: the choice, its error, and the call that sends it. */
function usePedido(onEnviar: (pedido: Pedido) => Promise<string | null>, onDone: () => void) {
  const [rascunho, setRascunho] = useState<Rascunho>({ status: null, justificativa: "" });
  const [erro, setErro] = useState<{ texto: string; campo: boolean } | null>(null);
  const [enviando, setEnviando] = useState(false);
  const write = (part: Partial<Rascunho>): void => {
    setRascunho({ ...rascunho, ...part });
    setErro(null);
  };
  const enviar = async (): Promise<void> => {
    const { status, justificativa } = rascunho;
    if (status === null) return setErro({ texto: t.falta, campo: false });
    const wrong = checkJustificativa({ status, justificativa });
    setErro(wrong === null ? null : { texto: wrong, campo: true });
    if (wrong !== null) document.getElementById(JUSTIFICATIVA_ID)?.focus();
    if (wrong !== null || enviando) return;
    setEnviando(true);
    const refused = await onEnviar({ status, justificativa });
    setEnviando(false);
    if (refused === null) onDone();
    else setErro({ texto: refused, campo: false });
  };
  return { rascunho, erro: erro?.texto ?? null, campo: erro?.campo ?? false, enviando, write, enviar };
}

function Opcao(props: {
  status: Escolha;
  prazo: ReturnType<typeof prazoOf>;
  impedimento: ReturnType<typeof impedimentoDe>;
  zona: string;
  checked: boolean;
  onCheck: () => void;
}): React.JSX.Element {
  const { status, prazo, impedimento, zona, checked, onCheck } = props;
  const until = prazo?.ate ? formatDataHora(prazo.ate, zona) : null;
  const vencido = prazo?.vencido ?? false;
  const off = vencido || impedimento !== null;
  return (
    <label className={classes.opcao} data-vencido={off || undefined}>
      <input type="radio" name="manifestacao" checked={checked} disabled={off} onChange={onCheck} />
      <span>
        <b>{textos.status[status]}</b>
        <span>{textos.significa[status]}</span>
        {impedimento ? (
          <small>{textos.impedimentos[impedimento]}</small>
        ) : (
          until && <small className="num">{vencido ? textos.encerrado(until) : textos.ate(until)}</small>
        )}
      </span>
    </label>
  );
}

function Justificativa(props: {
  valor: string;
  erro: string | null;
  onChange: (valor: string) => void;
}): React.JSX.Element {
  const { valor, erro, onChange } = props;
  const id = JUSTIFICATIVA_ID;
  return (
    <div className={classes.justificativa}>
      <label htmlFor={id} className="campo-rotulo">
        {t.justificativa}
      </label>
      <textarea
        id={id}
        className={`campo ${classes.texto}`}
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
          <p className="campo-dica">{t.dica(JUSTIFICATIVA_MIN, JUSTIFICATIVA_MAX)}</p>
        ) : (
          <p className="campo-erro" role="alert">
            {erro}
          </p>
        )}
        <p className="campo-dica num">{t.conta(countMotivo(valor), JUSTIFICATIVA_MAX)}</p>
      </div>
    </div>
  );
}
