import { Box } from "@mantine/core";

/** A green dot, or an amber one for what needs attention. */
export function Dot({ isBad }: { isBad: boolean }): React.JSX.Element {
  const color = isBad ? "var(--warn-icon)" : "var(--ok-icon)";
  return <Box component="span" flex="none" w={8} h={8} bdrs={4} bg={color} aria-hidden="true" />;
}
