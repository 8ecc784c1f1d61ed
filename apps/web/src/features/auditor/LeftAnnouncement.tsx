import { useState } from "react";
import { missingReminderTexts as texts } from "../../texts/lists/missing-reminder.ts";

/**
 * Says how many documents have left the page since it was opened: their XML arrived, or they were cancelled.
 * scope: the filter; another one begins anew.
 */
export function LeftAnnouncement({ scope, count }: { scope: string; count: number }): React.JSX.Element {
  const [seen, setSeen] = useState({ scope, count, left: 0 });
  if (seen.scope !== scope) setSeen({ scope, count, left: 0 });
  else if (seen.count !== count) setSeen({ scope, count, left: Math.max(seen.count - count, 0) });
  return (
    <p className="vh" role="status">
      {seen.left > 0 && texts.sairam(seen.left)}
    </p>
  );
}
