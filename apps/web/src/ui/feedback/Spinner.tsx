import { Loader } from "@mantine/core";

/** A spinner in the colour of its text, which says what is running. */
export function Spinner({ size = 15 }: { size?: number }): React.JSX.Element {
  return <Loader size={size} color="currentColor" aria-hidden="true" />;
}
