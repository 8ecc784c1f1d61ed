import {
  EVENTO_NEEDS,
  FIELD_LABELS,
  JUSTIFICATIVA_MAX,
  JUSTIFICATIVA_MIN,
  type SendableEventoType,
  type SentItemField,
} from "@malote/contract";
import { formatDateTime } from "@malote/syntax";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { eventoTexts as texts } from "../../../texts/nota/evento.ts";
import dialogClasses from "../manifestacao/ManifestacaoDialog.module.css";
import { countReason } from "../quarentena/count-reason.ts";
import classes from "./EventoFields.module.css";
import { type EventoDraft, startItem } from "./evento-draft.ts";

const { dialogo: t } = texts;

type FieldProps = {
  nota: Nota;
  timeZone: string;
  tpEvento: SendableEventoType;
  draft: EventoDraft;
  onWrite: (part: Partial<EventoDraft>) => void;
};

/** The fields that the chosen evento requires. */
export function EventoFields(props: FieldProps): React.JSX.Element | null {
  const requirement = EVENTO_NEEDS[props.tpEvento];
  if (requirement.kind === "justificativa") return <JustificativaField {...props} />;
  if (requirement.kind === "aceita") return <AcceptanceField {...props} />;
  if (requirement.kind === "evento") return <TargetField {...props} />;
  if (requirement.kind === "nada") return null;
  return <ItemsField {...props} fields={requirement.campos} hasOptional={requirement.opcionais.length > 0} />;
}

function JustificativaField({ draft, onWrite }: FieldProps): React.JSX.Element {
  const id = "evento-justificativa";
  return (
    <div className={dialogClasses.justificativa}>
      <label htmlFor={id} className="campo-rotulo">
        {t.justificativa}
      </label>
      <textarea
        id={id}
        className={`campo ${dialogClasses.texto}`}
        rows={3}
        aria-describedby={`${id}-dica`}
        value={draft.justificativa}
        onChange={({ currentTarget }) => onWrite({ justificativa: currentTarget.value })}
      />
      <div className={dialogClasses.pe} id={`${id}-dica`}>
        <p className="campo-dica">{t.dica(JUSTIFICATIVA_MIN, JUSTIFICATIVA_MAX)}</p>
        <p className="campo-dica num">{t.conta(countReason(draft.justificativa), JUSTIFICATIVA_MAX)}</p>
      </div>
    </div>
  );
}

function AcceptanceField({ draft, onWrite }: FieldProps): React.JSX.Element {
  return (
    <fieldset className={classes.grupo}>
      <legend className="campo-rotulo">{t.aceita}</legend>
      {[true, false].map((value) => (
        <label key={String(value)} className={classes.escolha}>
          <input
            type="radio"
            name="aceita"
            checked={draft.aceita === value}
            onChange={() => onWrite({ aceita: value })}
          />
          {value ? t.sim : t.nao}
        </label>
      ))}
    </fieldset>
  );
}

function TargetField({ nota, timeZone, tpEvento, draft, onWrite }: FieldProps): React.JSX.Element {
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
              checked={draft.eventoId === id}
              onChange={() => onWrite({ eventoId: id })}
            />
            <span>
              {descEvento}
              {protocoloData && <small className="num">{formatDateTime(protocoloData, timeZone)}</small>}
            </span>
          </label>
        ))}
    </fieldset>
  );
}

type ItemsFieldProps = FieldProps & { fields: readonly SentItemField[]; hasOptional: boolean };

function ItemsField({ nota, draft, onWrite, fields, hasOptional }: ItemsFieldProps): React.JSX.Element {
  const toggle = (item: Nota["itens"][number]): void => {
    const { [item.numero]: before, ...others } = draft.itens;
    onWrite({ itens: before ? others : { ...others, [item.numero]: startItem(item, fields) } });
  };
  return (
    <fieldset className={classes.grupo}>
      <legend className="campo-rotulo">{t.itens}</legend>
      {nota.itens.length === 0 && <p className="campo-dica">{t.semItens}</p>}
      {hasOptional && <p className="campo-dica">{t.opcionais}</p>}
      <ul className={classes.itens}>
        {nota.itens.map((item) => (
          <li key={item.numero}>
            <label className={classes.escolha}>
              <input
                type="checkbox"
                checked={draft.itens[item.numero] !== undefined}
                onChange={() => toggle(item)}
              />
              {t.item(item.numero, item.descricao)}
            </label>
            {draft.itens[item.numero] && (
              <ItemFields numero={item.numero} fields={fields} draft={draft} onWrite={onWrite} />
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function ItemFields(props: {
  numero: string;
  fields: readonly SentItemField[];
  draft: EventoDraft;
  onWrite: FieldProps["onWrite"];
}): React.JSX.Element {
  const { numero, fields, draft, onWrite } = props;
  const typed = draft.itens[numero] ?? {};
  return (
    <div className={classes.campos}>
      {fields.map((field) => (
        <label key={field}>
          <span className="campo-rotulo">{FIELD_LABELS[field]}</span>
          <input
            className={`campo num ${classes.campo}`}
            inputMode={field === "unidade" ? "text" : "decimal"}
            value={typed[field] ?? ""}
            onChange={({ currentTarget }) =>
              onWrite({
                itens: { ...draft.itens, [numero]: { ...typed, [field]: currentTarget.value } },
              })
            }
          />
        </label>
      ))}
    </div>
  );
}
