import { Stack } from "@mantine/core";

/** Replaces a submitted form: what happened and what comes next. */
export function DoneState({
  title,
  children,
}: {
  title: string;
  children: React.ReactNode;
}): React.JSX.Element {
  return (
    <Stack
      component="section"
      role="status"
      gap={12}
      maw={560}
      p="20px 24px"
      bd="1px solid var(--accent-line)"
      bdrs="lg"
      bg="var(--accent-soft)"
      c="var(--text-2)"
    >
      <h2 className="t-painel" style={{ color: "var(--text)" }}>
        {title}
      </h2>
      {children}
    </Stack>
  );
}
