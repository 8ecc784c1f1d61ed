import { AUDITOR_TIPOS, VEREDITO_LABELS } from "@malote/contract";
import { type Day, formatTipoNota, TIPOS_NOTA, UFS } from "@malote/syntax";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { empresasQuery } from "../../../rpc/conta/empresas.ts";
import { suggestParticipantes } from "../../../rpc/documents/autocomplete.ts";
import type { Side } from "../../../rpc/documents/queries.ts";
import { filterFormTexts as t } from "../../../texts/lists/filter-form.ts";
import { filterTexts } from "../../../texts/lists/filters.ts";
import {
  FilterFlag,
  FilterInstants,
  FilterParty,
  FilterPeriod,
  FilterRange,
  FilterText,
} from "../../../ui/filter/FilterFields.tsx";
import {
  asText,
  FilterForm,
  type FilterFormDesign,
  type FormBinding,
} from "../../../ui/filter/FilterForm.tsx";
import { MaskedField } from "../../../ui/form/MaskedField.tsx";
import { MultiSelectField, SelectField } from "../../../ui/form/SelectField.tsx";
import { checkFields, type FilterFields, toFields, toListFilter } from "./filter-fields.ts";
import {
  AUDITOR_STATUS,
  countActiveFields,
  emptyFilter,
  FINALIDADES,
  type ListFilter,
  MANIFESTACOES,
  SITUACOES,
  STATUS,
  VEREDITOS_NOTA,
} from "./nota-filter.ts";

const { campos: c } = t;
const ANY_OPTION = { value: "", label: t.todas };
const STATUS_OPTIONS = STATUS.map((value) => ({ value, label: filterTexts.status[value] }));
const YES_NO_OPTIONS = [
  { value: "nao", label: t.simNao.nao },
  { value: "sim", label: t.simNao.sim },
];

type Props = {
  side: Side;
  /** Today in the time zone of the conta. */
  today: Day;
  filter: ListFilter;
  wide?: boolean;
  onApply: (filter: ListFilter) => void;
  onCancel: () => void;
  onDirty?: (dirty: boolean) => void;
};

/** Form with all filter fields of a list of documents. */
export function NotaFilterForm({ side, today: hoje, ...props }: Props): React.JSX.Element {
  const design = useMemo(() => formDesignOf(side, hoje), [side, hoje]);
  return <FilterForm design={design} {...props} />;
}

function formDesignOf(side: Side, hoje: Day): FilterFormDesign<ListFilter, FilterFields> {
  return {
    empty: emptyFilter(),
    toFields: (filter) => toFields(filter, hoje),
    toFilter: toListFilter,
    check: checkFields,
    countActive: countActiveFields,
    groups: [
      {
        title: t.grupos.documento,
        names: ["texto", "chave", "tipos", "numero", "serie", "finalidade"],
        design: (binding) => <DocumentoGroup binding={binding} />,
      },
      {
        title: t.grupos.datas,
        names: ["emissao", "encontrada", "criado", "valor"],
        design: (binding) => (
          <>
            <FilterPeriod binding={binding} name="emissao" label={c.emissao} today={hoje} />
            <FilterRange binding={binding} name="valor" labels={{ de: c.valorDe, ate: c.valorAte }} />
            <FilterInstants binding={binding} name="criado" label={c.criado} />
            <FilterPeriod binding={binding} name="encontrada" label={c.encontrada} today={hoje} />
          </>
        ),
      },
      {
        title: t.grupos.partes,
        names: ["emitente", "nomeEmitente", "destinatario", "nomeDestinatario", "empresa", "uf", "terceiros"],
        design: (binding) => <PartiesGroup binding={binding} side={side} />,
      },
      {
        title: t.grupos.situacao,
        names: ["erp", "recebido", "conferido", "situacao", "nfe", "sefaz", "manifestacoes"],
        design: (binding) => <StatusGroup binding={binding} side={side} />,
      },
      {
        title: t.grupos.auditoria,
        names: ["vereditos", "auditorStatus", "auditorTipos"],
        design: (binding) => <AuditGroup binding={binding} />,
      },
    ],
  };
}

function DocumentoGroup({ binding }: { binding: FormBinding<FilterFields> }): React.JSX.Element {
  return (
    <>
      <FilterText label={c.texto} hint={c.textoDica} {...binding.field("texto")} />
      <div data-inteiro>
        <MaskedField mask="chave" label={c.chave} hint={c.chaveDica} {...binding.field("chave")} />
      </div>
      <MultiSelectField
        label={c.tipos}
        options={TIPOS_NOTA.map((value) => ({ value, label: formatTipoNota(value) }))}
        {...binding.field("tipos")}
      />
      <FilterRange binding={binding} name="numero" labels={{ de: c.numeroDe, ate: c.numeroAte }} />
      <FilterText label={c.serie} {...binding.field("serie")} half />
      <SelectField
        label={c.finalidade}
        empty={ANY_OPTION}
        options={FINALIDADES.map((value) => ({ value, label: filterTexts.finalidades[value] }))}
        {...asText(binding.field("finalidade"))}
      />
    </>
  );
}

function PartiesGroup({
  binding,
  side,
}: {
  binding: FormBinding<FilterFields>;
  side: Side;
}): React.JSX.Element {
  const terceiros = binding.field("terceiros");
  const { data: empresas = [] } = useQuery(empresasQuery);
  return (
    <>
      <FilterParty
        name={binding.field("nomeEmitente")}
        documento={binding.field("emitente")}
        labels={{ name: c.nomeEmitente, documento: c.emitente }}
        suggest={suggestParticipantes}
        onPick={(emitente) => binding.put({ emitente, nomeEmitente: "" })}
      />
      <FilterParty
        name={binding.field("nomeDestinatario")}
        documento={binding.field("destinatario")}
        labels={{ name: c.nomeDestinatario, documento: c.destinatario }}
        suggest={suggestParticipantes}
        onPick={(destinatario) => binding.put({ destinatario, nomeDestinatario: "" })}
      />
      <div data-inteiro>
        <SelectField
          label={filterTexts.campos.empresa}
          empty={ANY_OPTION}
          options={empresas.map(({ id, nome }) => ({ value: id, label: nome }))}
          {...binding.field("empresa")}
        />
      </div>
      <SelectField
        label={c.uf[side]}
        empty={ANY_OPTION}
        options={UFS.map(({ sigla, nome }) => ({ value: sigla, label: `${sigla} · ${nome}` }))}
        {...binding.field("uf")}
      />
      {side === "E" && (
        <SelectField
          label={c.terceiros}
          empty={{ value: "", label: filterTexts.terceiros.fora }}
          options={[{ value: "sim", label: filterTexts.terceiros.inclui }]}
          value={terceiros.value ? "sim" : ""}
          onChange={(typedValue) => terceiros.onChange(typedValue === "sim")}
        />
      )}
    </>
  );
}

function StatusGroup({
  binding,
  side,
}: {
  binding: FormBinding<FilterFields>;
  side: Side;
}): React.JSX.Element {
  return (
    <>
      <FilterFlag label={c.erp} options={YES_NO_OPTIONS} {...asText(binding.field("erp"))} />
      <FilterFlag label={c.recebido} options={YES_NO_OPTIONS} {...asText(binding.field("recebido"))} />
      <FilterFlag label={c.conferido} options={YES_NO_OPTIONS} {...asText(binding.field("conferido"))} />
      <SelectField
        label={c.situacao}
        empty={ANY_OPTION}
        options={SITUACOES.map((value) => ({ value, label: filterTexts.situacoes[value] }))}
        {...asText(binding.field("situacao"))}
      />
      <MultiSelectField label={c.nfe} options={STATUS_OPTIONS} {...binding.field("nfe")} />
      <MultiSelectField label={c.sefaz} options={STATUS_OPTIONS} {...binding.field("sefaz")} />
      {side === "E" && (
        <MultiSelectField
          label={c.manifestacao}
          options={MANIFESTACOES.map((value) => ({ value, label: filterTexts.manifestacoes[value] }))}
          {...binding.field("manifestacoes")}
        />
      )}
    </>
  );
}

function AuditGroup({ binding }: { binding: FormBinding<FilterFields> }): React.JSX.Element {
  return (
    <>
      <MultiSelectField
        label={c.veredito}
        options={VEREDITOS_NOTA.map((value) => ({ value, label: VEREDITO_LABELS[value] }))}
        {...binding.field("vereditos")}
      />
      <MultiSelectField
        label={c.auditorStatus}
        options={AUDITOR_STATUS.map((value) => ({ value, label: filterTexts.auditorStatus[value] }))}
        {...binding.field("auditorStatus")}
      />
      <MultiSelectField
        label={c.auditorTipo}
        options={AUDITOR_TIPOS.map((value) => ({ value, label: filterTexts.auditorTipos[value] }))}
        {...binding.field("auditorTipos")}
      />
    </>
  );
}
