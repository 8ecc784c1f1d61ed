import { Text } from "@mantine/core";
import { administrationTexts as texts } from "../../texts/admin/administration.ts";
import { formatTime } from "../format/relative-time.ts";

/** Time of the last load of the list on screen. */
export function LoadedAt({ at, timeZone }: { at: number; timeZone: string }): React.JSX.Element {
  return (
    <Text size="xs" lh="sm" c="dimmed" className="num" visibleFrom="xs">
      {texts.atualizado(formatTime(new Date(at), timeZone))}
    </Text>
  );
}
