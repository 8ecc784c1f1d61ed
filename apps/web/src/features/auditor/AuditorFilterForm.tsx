import { AUDITOR_TIPOS } from "@malote/contract";
import type { Day } from "@malote/syntax";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { empresasQuery } from "../../rpc/conta/empresas.ts";
import { suggestParticipantes } from "../../rpc/documents/autocomplete.ts";
import { auditorTexts as texts } from "../../texts/lists/auditor.ts";
import { filterFormTexts as t } from "../../texts/lists/filter-form.ts";
import {
  checkTypedPeriod,
  readTypedPeriod,
  type TypedPeriod,
  toTypedPeriod,
} from "../../ui/date/typed-period.ts";
import { FilterParty, FilterPeriod, FilterText } from "../../ui/filter/FilterFields.tsx";
import { FilterForm, type FilterFormDesign, type FormBinding } from "../../ui/filter/FilterForm.tsx";
import {
  checkChave,
  checkDocumento,
  checkSearchText,
  dropEmptyErrors,
  prefixErrors,
} from "../../ui/filter/typed-fields.ts";
import { MaskedField } from "../../ui/form/MaskedField.tsx";
import { MultiSelectField, SelectField } from "../../ui/form/SelectField.tsx";
import { countActiveFields, EMPTY_FILTER, type ListFilter, STATUS } from "./list-filter.ts";

const { campos: c } = t;
type FilterFields = Omit<ListFilter, "evento"> & { evento: TypedPeriod };

/** Form with all filter fields of the auditor's list. */
export function AuditorFilterForm(props: {
  /** Today in the time zone of the conta. */
  today: Day;
  filter: ListFilter;
  wide?: boolean;
  onApply: (filter: ListFilter) => void;
  onCancel: () => void;
  onDirty?: (dirty: boolean) => void;
}): React.JSX.Element {
  const { today: hoje, ...formProps } = props;
  const design = useMemo(() => formDesignOf(hoje), [hoje]);
  return <FilterForm design={design} {...formProps} />;
}

function formDesignOf(hoje: Day): FilterFormDesign<ListFilter, FilterFields> {
  return {
    empty: EMPTY_FILTER,
    toFields: (filter) => ({ ...filter, evento: toTypedPeriod(filter.evento, hoje) }),
    toFilter: (fields) => ({
      ...fields,
      texto: fields.texto.trim(),
      nomeEmitente: fields.nomeEmitente.trim(),
      evento: readTypedPeriod(fields.evento) ?? "tudo",
    }),
    check: (fields) => ({
      ...dropEmptyErrors({
        texto: checkSearchText(fields.texto),
        nomeEmitente: checkSearchText(fields.nomeEmitente),
        chave: checkChave(fields.chave),
        emitente: checkDocumento(fields.emitente),
      }),
      ...prefixErrors("evento", checkTypedPeriod(fields.evento)),
    }),
    countActive: countActiveFields,
    groups: [
      {
        title: t.grupos.documento,
        names: ["texto", "chave"],
        design: (binding) => (
          <>
            <FilterText label={c.texto} hint={c.textoDica} {...binding.field("texto")} />
            <div data-inteiro>
              <MaskedField mask="chave" label={c.chave} hint={c.chaveDica} {...binding.field("chave")} />
            </div>
          </>
        ),
      },
      {
        title: t.grupos.partes,
        names: ["emitente", "nomeEmitente", "empresa"],
        design: (binding) => <PartiesGroup binding={binding} />,
      },
      {
        title: t.grupos.datas,
        names: ["evento"],
        design: (binding) => <FilterPeriod binding={binding} name="evento" label={c.evento} today={hoje} />,
      },
      {
        title: t.grupos.auditoria,
        names: ["tipos", "status"],
        design: (binding) => (
          <>
            <MultiSelectField
              label={c.registroTipo}
              options={AUDITOR_TIPOS.map((value) => ({ value, label: texts.tipos[value] }))}
              {...binding.field("tipos")}
            />
            <MultiSelectField
              label={c.registroStatus}
              options={STATUS.map((value) => ({ value, label: texts.status[value] }))}
              {...binding.field("status")}
            />
          </>
        ),
      },
    ],
  };
}

function PartiesGroup({ binding }: { binding: FormBinding<FilterFields> }): React.JSX.Element {
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
      <div data-inteiro>
        <SelectField
          label={c.empresa}
          empty={{ value: "", label: t.todas }}
          options={empresas.map(({ id, nome }) => ({ value: id, label: nome }))}
          {...binding.field("empresa")}
        />
      </div>
    </>
  );
}
