import { administrationTexts as texts } from "../../texts/admin/administration.ts";
import { formatTime } from "../format/relative-time.ts";
import classes from "./LoadedAt.module.css";

/** Time of the last load of the list on screen. */
export function LoadedAt({ at, timeZone }: { at: number; timeZone: string }): React.JSX.Element {
  return (
    <p className={`${classes.atualizado} num`}>{texts.atualizado(formatTime(new Date(at), timeZone))}</p>
  );
}
