{{/*
SPDX-FileCopyrightText: The gitscale authors
SPDX-License-Identifier: Apache-2.0

The ladder of presets as the generator reads it. The table is that of Cozystack's
documentation (docs/operations/resource-presets.md); the wording is ours. A comment may show
"an.example" (dict "cpu" "1" "memory" "1Gi" "ephemeral-storage" "1Gi") that is none.
*/}}
{{- $ladder := dict
  "t1.nano" (dict "cpu" "250m" "memory" "128Mi" "ephemeral-storage" "2Gi")
  "t1.micro" (dict "cpu" "500m" "memory" "256Mi" "ephemeral-storage" "2Gi")
  "t1.small" (dict "cpu" "1" "memory" "512Mi" "ephemeral-storage" "2Gi")
  "t1.medium" (dict "cpu" "2" "memory" "1Gi" "ephemeral-storage" "2Gi")
  "t1.large" (dict "cpu" "4" "memory" "2Gi" "ephemeral-storage" "2Gi")
  "t1.xlarge" (dict "cpu" "8" "memory" "4Gi" "ephemeral-storage" "2Gi")
  "t1.2xlarge" (dict "cpu" "16" "memory" "8Gi" "ephemeral-storage" "2Gi")
  "t1.4xlarge" (dict "cpu" "32" "memory" "16Gi" "ephemeral-storage" "2Gi")
  "c1.nano" (dict "cpu" "250m" "memory" "256Mi" "ephemeral-storage" "2Gi")
  "c1.micro" (dict "cpu" "500m" "memory" "512Mi" "ephemeral-storage" "2Gi")
  "c1.small" (dict "cpu" "1" "memory" "1Gi" "ephemeral-storage" "2Gi")
  "c1.medium" (dict "cpu" "2" "memory" "2Gi" "ephemeral-storage" "2Gi")
  "c1.large" (dict "cpu" "4" "memory" "4Gi" "ephemeral-storage" "2Gi")
  "c1.xlarge" (dict "cpu" "8" "memory" "8Gi" "ephemeral-storage" "2Gi")
  "c1.2xlarge" (dict "cpu" "16" "memory" "16Gi" "ephemeral-storage" "2Gi")
  "c1.4xlarge" (dict "cpu" "32" "memory" "32Gi" "ephemeral-storage" "2Gi")
  "s1.nano" (dict "cpu" "250m" "memory" "512Mi" "ephemeral-storage" "2Gi")
  "s1.micro" (dict "cpu" "500m" "memory" "1Gi" "ephemeral-storage" "2Gi")
  "s1.small" (dict "cpu" "1" "memory" "2Gi" "ephemeral-storage" "2Gi")
  "s1.medium" (dict "cpu" "2" "memory" "4Gi" "ephemeral-storage" "2Gi")
  "s1.large" (dict "cpu" "4" "memory" "8Gi" "ephemeral-storage" "2Gi")
  "s1.xlarge" (dict "cpu" "8" "memory" "16Gi" "ephemeral-storage" "2Gi")
  "s1.2xlarge" (dict "cpu" "16" "memory" "32Gi" "ephemeral-storage" "2Gi")
  "s1.4xlarge" (dict "cpu" "32" "memory" "64Gi" "ephemeral-storage" "2Gi")
  "u1.nano" (dict "cpu" "250m" "memory" "1Gi" "ephemeral-storage" "2Gi")
  "u1.micro" (dict "cpu" "500m" "memory" "2Gi" "ephemeral-storage" "2Gi")
  "u1.small" (dict "cpu" "1" "memory" "4Gi" "ephemeral-storage" "2Gi")
  "u1.medium" (dict "cpu" "2" "memory" "8Gi" "ephemeral-storage" "2Gi")
  "u1.large" (dict "cpu" "4" "memory" "16Gi" "ephemeral-storage" "2Gi")
  "u1.xlarge" (dict "cpu" "8" "memory" "32Gi" "ephemeral-storage" "2Gi")
  "u1.2xlarge" (dict "cpu" "16" "memory" "64Gi" "ephemeral-storage" "2Gi")
  "u1.4xlarge" (dict "cpu" "32" "memory" "128Gi" "ephemeral-storage" "2Gi")
  "m1.nano" (dict "cpu" "250m" "memory" "2Gi" "ephemeral-storage" "2Gi")
  "m1.micro" (dict "cpu" "500m" "memory" "4Gi" "ephemeral-storage" "2Gi")
  "m1.small" (dict "cpu" "1" "memory" "8Gi" "ephemeral-storage" "2Gi")
  "m1.medium" (dict "cpu" "2" "memory" "16Gi" "ephemeral-storage" "2Gi")
  "m1.large" (dict "cpu" "4" "memory" "32Gi" "ephemeral-storage" "2Gi")
  "m1.xlarge" (dict "cpu" "8" "memory" "64Gi" "ephemeral-storage" "2Gi")
  "m1.2xlarge" (dict "cpu" "16" "memory" "128Gi" "ephemeral-storage" "2Gi")
  "m1.4xlarge" (dict "cpu" "32" "memory" "256Gi" "ephemeral-storage" "2Gi")
}}
{{- /* The old names, with what they always meant. */ -}}
{{- $flat := dict
  "nano" (dict "cpu" "250m"
    "memory" "128Mi"
    "ephemeral-storage" "2Gi")
  "micro" (dict "cpu" "500m"
    "memory" "256Mi"
    "ephemeral-storage" "2Gi")
  "small" (dict "cpu" "1"
    "memory" "512Mi"
    "ephemeral-storage" "2Gi")
  "medium" (dict "cpu" "1"
    "memory" "1Gi"
    "ephemeral-storage" "2Gi")
  "large" (dict "cpu" "2"
    "memory" "2Gi"
    "ephemeral-storage" "2Gi")
  "xlarge" (dict "cpu" "4"
    "memory" "4Gi"
    "ephemeral-storage" "2Gi")
  "2xlarge" (dict "cpu" "8"
    "memory" "8Gi"
    "ephemeral-storage" "2Gi")
}}
{{- index (merge $ladder $flat) . | toYaml }}
