import { JUSTIFICATIVA_MAX, JUSTIFICATIVA_MIN } from "@malote/contract";
import { formatDataHora } from "@malote/syntax";
import { Button, Modal } from "@mantine/core";
import { useId, useState } from "react";
import type { Nota } from "../../rpc/queries.ts";
import { geral } from "../../textos/geral.ts";
import { manifestacao as textos } from "../../textos/manifestacao.ts";
import classes from "./ManifestarDialogo.module.css";
import { checkJustificativa, ESCOLHAS, type Escolha, type Pedido, prazoOf } from "./manifestacao.ts";
import { countMotivo } from "./motivo.ts";

const { dialogo: t } = textos;

/**
 * Asks what the company says of an operation, before SEFAZ is told. `prazos` are those of one document; of many none is shown. `onEnviar`
 * answers what was refused, in a sentence, or null.
 */
export function ManifestarDialogo(props: {
  documento: React.ReactNode;
  prazos: Nota["prazosManifestacao"];
  zona: string;
  onEnviar: (pedido: Pedido) => Promise<string | null>;
  /** It was taken: the question has done its work. */
  onFeito: () => void;
  onClose: () => void;
}): React.JSX.Element {
  const { documento, prazos, zona, onEnviar, onFeito, onClose } = props;
  const form = usePedido(onEnviar, onFeito);
  const { pedido, erro } = form;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.titulo}
      size={520}
      closeButtonProps={{ "aria-label": geral.fechar }}
    >
      <form
        noValidate
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
              zona={zona}
              checked={pedido.status === status}
              onCheck={() => form.write({ status })}
            />
          ))}
        </fieldset>
        {pedido.status === 3 && (
          <Justificativa
            valor={pedido.justificativa}
            onChange={(justificativa) => form.write({ justificativa })}
          />
        )}
        {erro !== null && (
          <p className="campo-erro" role="alert">
            {erro}
          </p>
        )}
        <p className={classes.aviso}>{t.aviso}</p>
        <div className={classes.acoes}>
          <Button variant="default" onClick={onClose}>
            {geral.cancelar}
          </Button>
          <Button type="submit" loading={form.enviando}>
            {t.enviar}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** What is chosen, and its way out. */
function usePedido(onEnviar: (pedido: Pedido) => Promise<string | null>, onDone: () => void) {
  const [pedido, setPedido] = useState<Pedido>({ status: 1, justificativa: "" });
  const [erro, setErro] = useState<string | null>(null);
  const [enviando, setEnviando] = useState(false);
  const write = (part: Partial<Pedido>): void => {
    setPedido({ ...pedido, ...part });
    setErro(null);
  };
  const enviar = async (): Promise<void> => {
    const wrong = checkJustificativa(pedido);
    setErro(wrong);
    if (wrong !== null || enviando) return;
    setEnviando(true);
    const refused = await onEnviar(pedido);
    setEnviando(false);
    if (refused === null) onDone();
    else setErro(refused);
  };
  return { pedido, erro, enviando, write, enviar };
}

function Opcao(props: {
  status: Escolha;
  prazo: ReturnType<typeof prazoOf>;
  zona: string;
  checked: boolean;
  onCheck: () => void;
}): React.JSX.Element {
  const { status, prazo, zona, checked, onCheck } = props;
  const until = prazo?.ate ? formatDataHora(prazo.ate, zona) : null;
  const vencido = prazo?.vencido ?? false;
  return (
    <label className={classes.opcao} data-vencido={vencido || undefined}>
      <input type="radio" name="manifestacao" checked={checked} disabled={vencido} onChange={onCheck} />
      <span>
        <b>{textos.status[status]}</b>
        <span>{textos.significa[status]}</span>
        {until && <small className="num">{vencido ? textos.encerrado(until) : textos.ate(until)}</small>}
      </span>
    </label>
  );
}

function Justificativa(props: { valor: string; onChange: (valor: string) => void }): React.JSX.Element {
  const { valor, onChange } = props;
  const id = useId();
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
        aria-describedby={`${id}-dica`}
        value={valor}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className={classes.pe} id={`${id}-dica`}>
        <p className="campo-dica">{t.dica(JUSTIFICATIVA_MIN, JUSTIFICATIVA_MAX)}</p>
        <p className="campo-dica num">{t.conta(countMotivo(valor), JUSTIFICATIVA_MAX)}</p>
      </div>
    </div>
  );
}
