import type { Day } from "@malote/syntax";
import { formatDocumento } from "@malote/syntax";
import { IconCalendar, IconChevronDown, IconPrinter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { empresasQuery } from "../../../rpc/conta/empresas.ts";
import type { DateGroup } from "../../../rpc/documents/painel.ts";
import { painelTexts as texts } from "../../../texts/lists/painel.ts";
import { PlainButton } from "../../../ui/form/PlainButton.tsx";
import { SelectField } from "../../../ui/form/SelectField.tsx";
import { formatTime } from "../../../ui/format/relative-time.ts";
import classes from "./FilterBar.module.css";
import { PeriodMenu } from "./PeriodMenu.tsx";
import { countDays, formatRange, type PainelFilter, rangeOf } from "./painel-filter.ts";
import { SegmentedControl } from "./SegmentedControl.tsx";

/** Filter bar of the painel: received or issued, period and company. */
export function FilterBar(props: {
  filter: PainelFilter;
  onChange: (filter: PainelFilter) => void;
  today: Day;
  timeZone: string;
  group: DateGroup;
  /** Time of the last count, in ms; 0 before the first. */
  countedAt: number;
}): React.JSX.Element {
  const { filter, onChange, today, timeZone, group, countedAt } = props;
  const range = rangeOf(filter.periodo, today);
  const { data: empresas = [] } = useQuery(empresasQuery);
  const dates = formatRange(range);
  const days = `${texts.periodo.duracao(countDays(range))}, ${texts.periodo.por[group]}`;
  const empresa = empresas.find(({ cnpj }) => cnpj === filter.empresa);
  return (
    <>
      <div className={classes.barra}>
        <SegmentedControl
          rotulo={texts.papeis.rotulo}
          valor={filter.papel}
          options={(["E", "S"] as const).map((value) => ({ valor: value, rotulo: texts.papeis[value] }))}
          onChange={(side) => onChange({ ...filter, papel: side })}
        />
        <PeriodMenu
          trigger={
            <PlainButton
              aria-label={texts.periodo.botao(dates, days)}
              icon={<IconCalendar size={16} stroke={1.6} aria-hidden="true" />}
              end={<IconChevronDown size={16} stroke={1.6} aria-hidden="true" />}
            >
              <span className="num">{dates}</span>
              <span className={classes.dias}>{days}</span>
            </PlainButton>
          }
          periodo={filter.periodo}
          hoje={today}
          onChange={(period) => onChange({ ...filter, periodo: period })}
        />
        <div className={classes.empresa}>
          <SelectField
            label={texts.empresa.rotulo}
            value={filter.empresa}
            empty={{ value: "", label: texts.empresa.todas }}
            options={empresas.map(({ cnpj, nome }) => ({ value: cnpj, label: nome }))}
            onChange={(next) => onChange({ ...filter, empresa: next })}
          />
        </div>
        <div className={classes.fim}>
          <p className={`${classes.hora} t-rotulo num`}>
            {countedAt > 0 && texts.atualizado(formatTime(new Date(countedAt), timeZone))}
          </p>
          <button type="button" className="icone" aria-label={texts.imprimir} onClick={() => window.print()}>
            <IconPrinter size={18} stroke={1.6} aria-hidden="true" />
          </button>
        </div>
      </div>
      <p className={classes.papel}>
        {[
          texts.papeis[filter.papel],
          `${dates} (${days})`,
          filter.empresa ? (empresa?.nome ?? formatDocumento(filter.empresa)) : texts.empresa.todas,
        ].join(" · ")}
      </p>
    </>
  );
}
