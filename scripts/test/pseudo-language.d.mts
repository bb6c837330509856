// oxlint-disable-next-line unicorn/require-module-specifiers -- it exports nothing, and is imported for what it does
export {}
