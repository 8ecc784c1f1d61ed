import {
  type CampoDoItemEnviado,
  JUSTIFICATIVA_MAX,
  JUSTIFICATIVA_MIN,
  PEDE_DO_EVENTO,
  ROTULO_DO_CAMPO,
  type TipoEventoEnviado,
} from "@malote/contract";
import { formatDataHora } from "@malote/syntax";
import type { Nota } from "../../rpc/queries.ts";
import { evento as textos } from "../../textos/evento.ts";
import classes from "./EventoCampos.module.css";
import { type RascunhoEvento, startItem } from "./evento.ts";
import escolha from "./ManifestarDialogo.module.css";
import { countMotivo } from "./motivo.ts";

const { dialogo: t } = textos;

type CamposProps = {
  nota: Nota;
  zona: string;
  tpEvento: TipoEventoEnviado;
  rascunho: RascunhoEvento;
  onWrite: (part: Partial<RascunhoEvento>) => void;
};

/** The fields that the chosen evento requires. */
export function EventoCampos(props: CamposProps): React.JSX.Element | null {
  const pede = PEDE_DO_EVENTO[props.tpEvento];
  if (pede.kind === "justificativa") return <Justificativa {...props} />;
  if (pede.kind === "aceita") return <Aceite {...props} />;
  if (pede.kind === "evento") return <Alvo {...props} />;
  if (pede.kind === "nada") return null;
  return <Itens {...props} campos={pede.campos} opcionais={pede.opcionais.length > 0} />;
}

function Justificativa({ rascunho, onWrite }: CamposProps): React.JSX.Element {
  const id = "evento-justificativa";
  return (
    <div className={escolha.justificativa}>
      <label htmlFor={id} className="campo-rotulo">
        {t.justificativa}
      </label>
      <textarea
        id={id}
        className={`campo ${escolha.texto}`}
        rows={3}
        aria-describedby={`${id}-dica`}
        value={rascunho.justificativa}
        onChange={({ currentTarget }) => onWrite({ justificativa: currentTarget.value })}
      />
      <div className={escolha.pe} id={`${id}-dica`}>
        <p className="campo-dica">{t.dica(JUSTIFICATIVA_MIN, JUSTIFICATIVA_MAX)}</p>
        <p className="campo-dica num">{t.conta(countMotivo(rascunho.justificativa), JUSTIFICATIVA_MAX)}</p>
      </div>
    </div>
  );
}

function Aceite({ rascunho, onWrite }: CamposProps): React.JSX.Element {
  return (
    <fieldset className={classes.grupo}>
      <legend className="campo-rotulo">{t.aceita}</legend>
      {[true, false].map((valor) => (
        <label key={String(valor)} className={classes.escolha}>
          <input
            type="radio"
            name="aceita"
            checked={rascunho.aceita === valor}
            onChange={() => onWrite({ aceita: valor })}
          />
          {valor ? t.sim : t.nao}
        </label>
      ))}
    </fieldset>
  );
}

function Alvo({ nota, zona, tpEvento, rascunho, onWrite }: CamposProps): React.JSX.Element {
  const { cancelaveis = [] } = nota.eventosPossiveis.find((each) => each.tpEvento === tpEvento) ?? {};
  return (
    <fieldset className={classes.grupo}>
      <legend className="campo-rotulo">{t.alvo}</legend>
      {nota.listEventos
        .filter(({ id }) => cancelaveis.includes(id))
        .map(({ id, descEvento, protocoloData }) => (
          <label key={id} className={classes.escolha}>
            <input
              type="radio"
              name="alvo"
              checked={rascunho.eventoId === id}
              onChange={() => onWrite({ eventoId: id })}
            />
            <span>
              {descEvento}
              {protocoloData && <small className="num">{formatDataHora(protocoloData, zona)}</small>}
            </span>
          </label>
        ))}
    </fieldset>
  );
}

type ItensProps = CamposProps & { campos: readonly CampoDoItemEnviado[]; opcionais: boolean };

function Itens({ nota, rascunho, onWrite, campos, opcionais }: ItensProps): React.JSX.Element {
  const toggle = (item: Nota["itens"][number]): void => {
    const { [item.numero]: before, ...others } = rascunho.itens;
    onWrite({ itens: before ? others : { ...others, [item.numero]: startItem(item, campos) } });
  };
  return (
    <fieldset className={classes.grupo}>
      <legend className="campo-rotulo">{t.itens}</legend>
      {nota.itens.length === 0 && <p className="campo-dica">{t.semItens}</p>}
      {opcionais && <p className="campo-dica">{t.opcionais}</p>}
      <ul className={classes.itens}>
        {nota.itens.map((item) => (
          <li key={item.numero}>
            <label className={classes.escolha}>
              <input
                type="checkbox"
                checked={rascunho.itens[item.numero] !== undefined}
                onChange={() => toggle(item)}
              />
              {t.item(item.numero, item.descricao)}
            </label>
            {rascunho.itens[item.numero] && (
              <Item numero={item.numero} campos={campos} rascunho={rascunho} onWrite={onWrite} />
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function Item(props: {
  numero: string;
  campos: readonly CampoDoItemEnviado[];
  rascunho: RascunhoEvento;
  onWrite: CamposProps["onWrite"];
}): React.JSX.Element {
  const { numero, campos, rascunho, onWrite } = props;
  const digitado = rascunho.itens[numero] ?? {};
  return (
    <div className={classes.campos}>
      {campos.map((campo) => (
        <label key={campo}>
          <span className="campo-rotulo">{ROTULO_DO_CAMPO[campo]}</span>
          <input
            className={`campo num ${classes.campo}`}
            inputMode={campo === "unidade" ? "text" : "decimal"}
            value={digitado[campo] ?? ""}
            onChange={({ currentTarget }) =>
              onWrite({
                itens: { ...rascunho.itens, [numero]: { ...digitado, [campo]: currentTarget.value } },
              })
            }
          />
        </label>
      ))}
    </div>
  );
}
