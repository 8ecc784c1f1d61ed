import { EmptyState as Layout } from "@mantine/core";
import type { TablerIcon } from "@tabler/icons-react";

/**
 * Replaces empty content: what is missing, why, and the next action. Mantine's, at the left and with a
 * heading.
 */
export function EmptyState(props: {
  icon: TablerIcon;
  title: string;
  children?: React.ReactNode;
  action?: React.ReactNode;
  isAlert?: boolean;
}): React.JSX.Element {
  const { icon: Icon, title, children, action, isAlert = false } = props;
  return (
    <Layout
      icon={<Icon stroke={1.5} aria-hidden="true" />}
      maw={560}
      px="var(--gutter)"
      py={36}
      role={isAlert ? "alert" : undefined}
    >
      <Layout.Title order={2}>{title}</Layout.Title>
      {children && <Layout.Description c="var(--text-2)">{children}</Layout.Description>}
      {action && <Layout.Actions mt={4}>{action}</Layout.Actions>}
    </Layout>
  );
}
