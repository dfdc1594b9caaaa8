import FuzzTargets

Differential.main()
