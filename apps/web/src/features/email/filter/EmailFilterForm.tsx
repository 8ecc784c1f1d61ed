import { ANEXO_RESULTS, ANEXO_TYPES } from "@malote/contract";
import type { Day } from "@malote/syntax";
import { useMemo } from "react";
import { suggestRemetentes } from "../../../rpc/documents/autocomplete.ts";
import { emailFilterTexts } from "../../../texts/lists/email-filter.ts";
import { filterFormTexts as t } from "../../../texts/lists/filter-form.ts";
import {
  checkTypedPeriod,
  readTypedPeriod,
  type TypedPeriod,
  toTypedPeriod,
} from "../../../ui/date/typed-period.ts";
import { FilterPeriod, FilterText } from "../../../ui/filter/FilterFields.tsx";
import { asText, FilterForm, type FilterFormDesign } from "../../../ui/filter/FilterForm.tsx";
import { prefixErrors } from "../../../ui/filter/typed-fields.ts";
import { SelectField } from "../../../ui/form/SelectField.tsx";
import { SuggestField } from "../../../ui/form/SuggestField.tsx";
import { countActiveFields, EMPTY_FILTER, type ListFilter } from "./email-filter.ts";

const { campos: fieldTexts } = t;
const { campos: emailFieldTexts } = emailFilterTexts;
type FilterFields = Omit<ListFilter, "data"> & { data: TypedPeriod };

/** The complete filter form of the e-mail list. */
export function EmailFilterForm(props: {
  /** Today in the conta's zone. */
  today: Day;
  filter: ListFilter;
  wide?: boolean;
  onApply: (filter: ListFilter) => void;
  onCancel: () => void;
  onDirty?: (dirty: boolean) => void;
}): React.JSX.Element {
  const { today, ...formProps } = props;
  const design = useMemo(() => formDesignOf(today), [today]);
  return <FilterForm design={design} {...formProps} />;
}

function formDesignOf(today: Day): FilterFormDesign<ListFilter, FilterFields> {
  return {
    empty: EMPTY_FILTER,
    toFields: (filter) => ({ ...filter, data: toTypedPeriod(filter.data, today) }),
    toFilter: ({ texto, assunto, corpo, remetente, destinatario, data, tipo, anexo, empresa }) => ({
      texto: texto.trim(),
      assunto: assunto.trim(),
      corpo: corpo.trim(),
      remetente: remetente.trim(),
      destinatario: destinatario.trim(),
      data: readTypedPeriod(data) ?? "tudo",
      tipo,
      anexo,
      empresa,
    }),
    check: ({ data }) => prefixErrors("data", checkTypedPeriod(data)),
    countActive: countActiveFields,
    groups: [
      {
        title: t.grupos.mensagem,
        names: ["texto", "assunto", "corpo", "tipo", "anexo"],
        design: (binding) => (
          <>
            <FilterText
              label={fieldTexts.texto}
              hint={fieldTexts.textoEmailDica}
              {...binding.field("texto")}
            />
            <FilterText label={emailFieldTexts.assunto} {...binding.field("assunto")} />
            <FilterText label={emailFieldTexts.corpo} {...binding.field("corpo")} />
            <SelectField
              label={emailFieldTexts.tipo}
              empty={{ value: "", label: t.todos }}
              options={ANEXO_TYPES.map((value) => ({ value, label: emailFilterTexts.tipos[value] }))}
              {...asText(binding.field("tipo"))}
            />
            <SelectField
              label={emailFilterTexts.resultado}
              empty={{ value: "", label: t.todos }}
              options={ANEXO_RESULTS.map((value) => ({ value, label: emailFilterTexts.anexos[value] }))}
              {...asText(binding.field("anexo"))}
            />
          </>
        ),
      },
      {
        title: t.grupos.correspondentes,
        names: ["remetente", "destinatario"],
        design: (binding) => (
          <>
            <div data-inteiro>
              <SuggestField
                label={emailFieldTexts.remetente}
                hint={fieldTexts.remetenteDica}
                suggest={suggestRemetentes}
                onPick={({ valor }) => binding.put({ remetente: valor })}
                {...binding.field("remetente")}
              />
            </div>
            <FilterText label={fieldTexts.destinatarioEmail} {...binding.field("destinatario")} />
          </>
        ),
      },
      {
        title: t.campos.data,
        names: ["data"],
        design: (binding) => (
          <FilterPeriod binding={binding} name="data" label={fieldTexts.data} today={today} />
        ),
      },
    ],
  };
}
