import { Box } from "@mantine/core";

/** The square of a colour in a legend. */
export function Swatch({ color }: { color: string }): React.JSX.Element {
  return <Box component="span" flex="none" w={8} h={8} bdrs={2} bg={color} />;
}
