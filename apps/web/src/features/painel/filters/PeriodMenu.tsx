import { PAINEL_PERIOD_MAX_DAYS, parseDay } from "@malote/contract";
import { type Day, formatDate, formatInteger } from "@malote/syntax";
import { Popover } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { cloneElement, useState } from "react";
import { painelTexts as texts } from "../../../texts/lists/painel.ts";
import { DateField } from "../../../ui/date/DateField.tsx";
import { checkTypedPeriod } from "../../../ui/date/typed-period.ts";
import { GuardedForm, NO_DRAFT } from "../../../ui/form/GuardedForm.tsx";
import { PlainButton } from "../../../ui/form/PlainButton.tsx";
import classes from "./PeriodMenu.module.css";
import { countDays, type Period, PRESETS, rangeOf } from "./painel-filter.ts";

const { periodo: t } = texts;

type Props = {
  trigger: React.ReactElement<{ onClick?: () => void }>;
  periodo: Period;
  hoje: Day;
  onChange: (periodo: Period) => void;
};

/** Popover with the preset periods and a form for two dates. */
export function PeriodMenu({ trigger, periodo, hoje, onChange }: Props): React.JSX.Element {
  const [opened, setOpened] = useState(false);
  const choose = (next: Period): void => {
    onChange(next);
    setOpened(false);
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      shadow="md"
      radius="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>{cloneElement(trigger, { onClick: () => setOpened(!opened) })}</Popover.Target>
      <Popover.Dropdown className={classes.painel} aria-label={t.rotulo} aria-labelledby={undefined}>
        <fieldset className={classes.presets} aria-label={t.rotulo}>
          {PRESETS.map((preset) => (
            <button
              key={preset}
              type="button"
              aria-pressed={preset === periodo}
              data-autofocus={preset === periodo || undefined}
              className={classes.preset}
              onClick={() => choose(preset)}
            >
              {t.presets[preset]}
              {preset === periodo && <IconCheck size={16} stroke={1.8} aria-hidden="true" />}
            </button>
          ))}
        </fieldset>
        <DateRangeForm key={periodo} periodo={periodo} hoje={hoje} onChange={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}

function DateRangeForm({
  periodo,
  hoje,
  onChange,
}: Pick<Props, "periodo" | "hoje" | "onChange">): React.JSX.Element {
  const range = rangeOf(periodo, hoje);
  const [dates, setDates] = useState({ de: formatDate(range.de), ate: formatDate(range.ate) });
  const [submitted, setSubmitted] = useState(false);
  const errors = checkDates(dates);
  const shown = submitted ? errors : {};
  const onSubmit = (event: React.FormEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    const [de, ate] = [parseDay(dates.de), parseDay(dates.ate)];
    if (de && ate && Object.keys(errors).length === 0) onChange(`${de}..${ate}`);
  };
  return (
    <GuardedForm className={classes.datas} aria-label={t.datas} changed={NO_DRAFT} onSubmit={onSubmit}>
      <DateField
        label={t.de}
        name={`${t.rotulo} ${t.de.toLowerCase()}`}
        value={dates.de}
        error={shown.de}
        onChange={(de) => setDates({ ...dates, de })}
      />
      <DateField
        label={t.ate}
        name={`${t.rotulo} ${t.ate.toLowerCase()}`}
        value={dates.ate}
        error={shown.ate}
        onChange={(ate) => setDates({ ...dates, ate })}
      />
      <div className={classes.aplicar}>
        <PlainButton type="submit">{t.aplicar}</PlainButton>
      </div>
    </GuardedForm>
  );
}

function checkDates({ de, ate }: { de: string; ate: string }): { de?: string; ate?: string } {
  const wrong = checkTypedPeriod({ preset: "", de, ate });
  if (Object.keys(wrong).length > 0) return wrong;
  const [from, to] = [parseDay(de), parseDay(ate)];
  if (!from) return { de: t.vazio };
  if (!to) return { ate: t.vazio };
  const days = countDays({ de: from, ate: to });
  return days > PAINEL_PERIOD_MAX_DAYS ? { ate: t.longo(formatInteger(PAINEL_PERIOD_MAX_DAYS)) } : {};
}
