import "@mantine/dates/styles.layer.css";
import "dayjs/locale/pt-br";
import { parseDay } from "@malote/contract";
import { formatDate } from "@malote/syntax";
import { Popover } from "@mantine/core";
import { DatePicker } from "@mantine/dates";
import { languageTag } from "../../languages/language.ts";
import { calendarTexts } from "../../texts/app/calendar.ts";
import classes from "./CalendarPopover.module.css";

const fullDate = new Intl.DateTimeFormat(languageTag, { dateStyle: "full", timeZone: "UTC" });

/** The calendar popover of a date field, anchored to its button. */
export function CalendarPopover(props: {
  trigger: React.ReactElement;
  name: string;
  opened: boolean;
  /** The typed day; when it is not a valid day, the calendar opens on today. */
  value: string;
  onPick: (data: string) => void;
  onClose: () => void;
}): React.JSX.Element {
  const { trigger, name, opened: isOpened, value, onPick, onClose } = props;
  const day = parseDay(value);
  return (
    <Popover
      opened={isOpened}
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
      <Popover.Target>{trigger}</Popover.Target>
      <Popover.Dropdown
        className="menu"
        p={12}
        role="dialog"
        tabIndex={-1}
        aria-label={calendarTexts.de(name)}
      >
        <DatePicker
          value={day}
          defaultDate={day ?? undefined}
          onChange={(picked) => picked && onPick(formatDate(picked))}
          locale="pt-br"
          firstDayOfWeek={0}
          weekendDays={[]}
          weekdayFormat="ddd"
          highlightToday
          size="sm"
          ariaLabels={calendarTexts.setas}
          getDayAriaLabel={(date) => fullDate.format(new Date(`${date}T00:00:00Z`))}
          getDayProps={(date) => (date === day ? { "data-autofocus": true } : {})}
          classNames={{ day: `num ${classes.day}` }}
          __stopPropagation
        />
      </Popover.Dropdown>
    </Popover>
  );
}
