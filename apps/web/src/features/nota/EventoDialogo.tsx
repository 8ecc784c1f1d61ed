import { PEDE_DO_EVENTO, type TipoEventoEnviado } from "@malote/contract";
import { formatDataHora } from "@malote/syntax";
import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import type { Nota } from "../../rpc/queries.ts";
import { evento as textos } from "../../textos/evento.ts";
import { geral } from "../../textos/geral.ts";
import { closeAlterado } from "../../ui/abandonar.ts";
import { Formulario } from "../../ui/Formulario.tsx";
import { EventoCampos } from "./EventoCampos.tsx";
import { enviarEvento, RASCUNHO, type RascunhoEvento, toParams } from "./evento.ts";
import classes from "./ManifestarDialogo.module.css";

const { dialogo: t } = textos;

/**
 * Dialog that sends an evento: the user chooses its type, then fills in the fields of that type.
 */
export function EventoDialogo(props: { nota: Nota; zona: string; onClose: () => void }): React.JSX.Element {
  const { nota, zona, onClose } = props;
  const [rascunho, setRascunho] = useState<RascunhoEvento>(RASCUNHO);
  const [erro, setErro] = useState<string | null>(null);
  const [enviando, setEnviando] = useState(false);
  const write = (part: Partial<RascunhoEvento>): void => {
    setRascunho({ ...rascunho, ...part });
    setErro(null);
  };
  const enviar = async (): Promise<void> => {
    const { tpEvento } = rascunho;
    if (tpEvento === null) return setErro(t.falta);
    if (enviando) return;
    setEnviando(true);
    const refused = await enviarEvento(nota.id, toParams(rascunho, tpEvento));
    setEnviando(false);
    if (refused === null) onClose();
    else setErro(refused);
  };
  const alterado = rascunho.tpEvento !== null;
  const close = (): void => void closeAlterado(alterado, onClose);
  return (
    <Modal
      opened
      onClose={close}
      title={t.titulo}
      size={620}
      closeButtonProps={{ "aria-label": geral.fechar }}
    >
      <Formulario
        alterado={alterado}
        onSubmit={(submitted) => {
          submitted.preventDefault();
          void enviar();
        }}
      >
        <fieldset className={classes.escolhas}>
          <legend className="vh">{t.escolha}</legend>
          {nota.eventosPossiveis.map((possivel) => (
            <Opcao
              key={possivel.tpEvento}
              possivel={possivel}
              zona={zona}
              checked={rascunho.tpEvento === possivel.tpEvento}
              onCheck={() => write({ tpEvento: possivel.tpEvento, itens: {} })}
            />
          ))}
        </fieldset>
        {rascunho.tpEvento && needsFields(rascunho.tpEvento) && (
          <EventoCampos
            nota={nota}
            zona={zona}
            rascunho={rascunho}
            tpEvento={rascunho.tpEvento}
            onWrite={write}
          />
        )}
        {erro !== null && (
          <p className="campo-erro" role="alert">
            {erro}
          </p>
        )}
        <p className={classes.aviso}>{t.aviso}</p>
        <div className={classes.acoes}>
          <Button variant="default" onClick={close}>
            {geral.cancelar}
          </Button>
          <Button type="submit" loading={enviando}>
            {t.enviar}
          </Button>
        </div>
      </Formulario>
    </Modal>
  );
}

function needsFields(tpEvento: TipoEventoEnviado): boolean {
  return PEDE_DO_EVENTO[tpEvento].kind !== "nada";
}

function Opcao(props: {
  possivel: Nota["eventosPossiveis"][number];
  zona: string;
  checked: boolean;
  onCheck: () => void;
}): React.JSX.Element {
  const { possivel, zona, checked, onCheck } = props;
  const { tpEvento, descEvento, impedimento, ate } = possivel;
  return (
    <label className={classes.opcao} data-vencido={impedimento !== null || undefined}>
      <input
        type="radio"
        name="evento"
        checked={checked}
        disabled={impedimento !== null}
        onChange={onCheck}
      />
      <span>
        <b>{descEvento}</b>
        <span>{textos.significa[tpEvento]}</span>
        {impedimento ? (
          <small>{impedimento}</small>
        ) : (
          ate && <small className="num">{textos.ate(formatDataHora(ate, zona))}</small>
        )}
      </span>
    </label>
  );
}
