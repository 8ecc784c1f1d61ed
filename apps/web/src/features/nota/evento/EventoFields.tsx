import {
  EVENTO_NEEDS,
  JUSTIFICATIVA_MAX,
  JUSTIFICATIVA_MIN,
  type SendableEventoType,
  type SentItemField,
} from "@malote/contract";
import { formatDateTime } from "@malote/syntax";
import { Box, Checkbox, Fieldset, Flex, Radio, TextInput } from "@mantine/core";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { eventoFieldLabels } from "../../../texts/names/eventos.ts";
import { eventoTexts as texts } from "../../../texts/nota/evento.ts";
import { ReasonField } from "../../../ui/documento/RequestDialog.tsx";
import { countReason } from "../quarentena/release-rules.ts";
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
  return (
    <ReasonField
      label={t.justificativa}
      hint={t.dica(JUSTIFICATIVA_MIN, JUSTIFICATIVA_MAX)}
      count={t.conta(countReason(draft.justificativa), JUSTIFICATIVA_MAX)}
      value={draft.justificativa}
      onChange={(justificativa) => onWrite({ justificativa })}
    />
  );
}

function FieldGroup(props: { label: string; children: React.ReactNode }): React.JSX.Element {
  return (
    <Fieldset variant="unstyled" m="14px 0 0" legend={props.label} classNames={{ legend: "campo-rotulo" }}>
      {props.children}
    </Fieldset>
  );
}

function AcceptanceField({ draft, onWrite }: FieldProps): React.JSX.Element {
  const radio = (aceita: boolean, label: string): React.JSX.Element => (
    <Radio
      py={6}
      name="aceita"
      checked={draft.aceita === aceita}
      onChange={() => onWrite({ aceita })}
      label={label}
    />
  );
  return (
    <FieldGroup label={t.aceita}>
      {radio(true, t.sim)}
      {radio(false, t.nao)}
    </FieldGroup>
  );
}

function TargetField({ nota, timeZone, tpEvento, draft, onWrite }: FieldProps): React.JSX.Element {
  const { cancelaveis = [] } = nota.eventosPossiveis.find((each) => each.tpEvento === tpEvento) ?? {};
  return (
    <FieldGroup label={t.alvo}>
      {nota.listEventos
        .filter(({ id }) => cancelaveis.includes(id))
        .map(({ id, descEvento, protocoloData }) => (
          <Radio
            key={id}
            py={6}
            name="alvo"
            checked={draft.eventoId === id}
            onChange={() => onWrite({ eventoId: id })}
            label={
              <>
                {descEvento}
                <p className="t-rotulo">{protocoloData && formatDateTime(protocoloData, timeZone)}</p>
              </>
            }
          />
        ))}
    </FieldGroup>
  );
}

type ItemsFieldProps = FieldProps & { fields: readonly SentItemField[]; hasOptional: boolean };

function ItemsField({ nota, draft, onWrite, fields, hasOptional }: ItemsFieldProps): React.JSX.Element {
  const toggle = (item: Nota["itens"][number]): void => {
    const { [item.numero]: before, ...others } = draft.itens;
    onWrite({ itens: before ? others : { ...others, [item.numero]: startItem(item, fields) } });
  };
  return (
    <FieldGroup label={t.itens}>
      {nota.itens.length === 0 && <p className="campo-dica">{t.semItens}</p>}
      {hasOptional && <p className="campo-dica">{t.opcionais}</p>}
      <Box component="ul" mah={320} px={2} style={{ overflowY: "auto" }}>
        {nota.itens.map((item) => (
          <li key={item.numero}>
            <Checkbox
              py={6}
              checked={draft.itens[item.numero] !== undefined}
              onChange={() => toggle(item)}
              label={t.item(item.numero, item.descricao)}
            />
            {draft.itens[item.numero] && (
              <ItemFields numero={item.numero} fields={fields} draft={draft} onWrite={onWrite} />
            )}
          </li>
        ))}
      </Box>
    </FieldGroup>
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
    <Flex wrap="wrap" gap={12} pt={4} pb={12} pl={{ base: 0, xs: 28 }}>
      {fields.map((field) => (
        <TextInput
          key={field}
          flex="1 1 140px"
          className="num"
          label={eventoFieldLabels[field]}
          inputMode={field === "unidade" ? "text" : "decimal"}
          value={typed[field] ?? ""}
          onChange={({ currentTarget }) =>
            onWrite({ itens: { ...draft.itens, [numero]: { ...typed, [field]: currentTarget.value } } })
          }
        />
      ))}
    </Flex>
  );
}
