import type { Day } from "@malote/syntax";
import type { EmailRow, EmailSortOrder } from "../../../rpc/documents/queries.ts";
import { emailTexts as texts } from "../../../texts/lists/emails.ts";
import { type DayGroup, groupByDay } from "../../../ui/list/group-by-day.ts";

/** Groups e-mails by day; in any other sort order they form one group without a heading. */
export function groupEmailsByDay(
  emails: readonly EmailRow[],
  sortOrder: EmailSortOrder,
  { today, timeZone }: { today: Day; timeZone: string },
): DayGroup<EmailRow>[] {
  if (sortOrder !== "dataDesc") return [{ key: "todos", name: "", longName: "", items: [...emails] }];
  return groupByDay(emails, (email) => email.data ?? email.recebidaEm, {
    today,
    timeZone,
    undatedName: texts.semData,
  });
}
