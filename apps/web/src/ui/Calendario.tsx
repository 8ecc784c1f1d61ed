import "@mantine/dates/styles.layer.css";
import "dayjs/locale/pt-br";
import { parseData } from "@malote/contract";
import { formatData } from "@malote/syntax";
import { Popover } from "@mantine/core";
import { DatePicker } from "@mantine/dates";
import { calendario } from "../textos/calendario.ts";
import classes from "./Calendario.module.css";

const porExtenso = new Intl.DateTimeFormat("pt-BR", { dateStyle: "full", timeZone: "UTC" });

/** The calendar popover of a date field, anchored to its button. */
export function Calendario(props: {
  botao: React.ReactElement;
  nome: string;
  aberto: boolean;
  /** The typed day; when it is not a valid day, the calendar opens on today. */
  valor: string;
  onPick: (data: string) => void;
  onClose: () => void;
}): React.JSX.Element {
  const { botao, nome, aberto, valor, onPick, onClose } = props;
  const dia = parseData(valor);
  return (
    <Popover
      opened={aberto}
      position="bottom-end"
      shadow="md"
      radius="md"
      width="auto"
      // The label below names it after its field, not after its button.
      withRoles={false}
      trapFocus
      returnFocus
      onChange={(opened) => {
        if (!opened) onClose();
      }}
    >
      <Popover.Target>{botao}</Popover.Target>
      <Popover.Dropdown
        className={classes.painel}
        role="dialog"
        tabIndex={-1}
        aria-label={calendario.de(nome)}
      >
        <DatePicker
          value={dia}
          defaultDate={dia ?? undefined}
          onChange={(picked) => picked && onPick(formatData(picked))}
          locale="pt-br"
          firstDayOfWeek={0}
          weekendDays={[]}
          weekdayFormat="ddd"
          highlightToday
          size="sm"
          ariaLabels={calendario.setas}
          getDayAriaLabel={(date) => porExtenso.format(new Date(`${date}T00:00:00Z`))}
          getDayProps={(date) => (date === dia ? { "data-autofocus": true } : {})}
          classNames={{
            calendarHeaderControl: classes.seta,
            calendarHeaderLevel: classes.nivel,
            weekday: classes.semana,
            day: classes.dia,
            monthsListControl: classes.mes,
            yearsListControl: classes.mes,
          }}
          __stopPropagation
        />
      </Popover.Dropdown>
    </Popover>
  );
}
